import { defineConfig, mergeConfig } from 'vitest/config';

import { packageConfig } from '../../vitest.shared.ts';

/** Clusters share the machine's network and containers, so their tests run one file after the other. */
export default mergeConfig(
  packageConfig(import.meta.dirname),
  defineConfig({ test: { fileParallelism: false, sequence: { concurrent: false }, bail: 0 } }),
);
