import { packageConfig } from '../vitest.shared.ts';

const config = packageConfig(import.meta.dirname);

/** The tests of the scripts. */
export default { ...config, test: { ...config.test, name: 'hack', include: ['lib/**/*.test.ts'] } };
