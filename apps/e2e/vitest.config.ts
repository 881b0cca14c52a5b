import { configDefaults } from 'vitest/config';

import { packageConfig } from '../../vitest.shared.ts';

const config = packageConfig(import.meta.dirname);

/** The tests in containers have a configuration of their own: vitest.containers.config.ts. */
export default {
  ...config,
  test: { ...config.test, exclude: [...configDefaults.exclude, 'src/containers/**'] },
};
