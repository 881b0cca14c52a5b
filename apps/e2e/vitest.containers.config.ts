import { packageConfig } from '../../vitest.shared.ts';

const config = packageConfig(import.meta.dirname);

/** Tests in containers: they share one Docker daemon and one set of images, made before the first of them. */
export default {
  ...config,
  test: {
    ...config.test,
    name: '@kubescript/app-e2e:containers',
    include: ['src/containers/**/*.test.ts'],
    globalSetup: ['src/containers/framework/global-setup.ts'],
    setupFiles: ['src/containers/framework/set-up.ts'],
    maxWorkers: 2, // they wait more than they work, but each has a cluster
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};
