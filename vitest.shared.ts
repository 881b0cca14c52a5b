import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The vitest configuration that every package shares: tests beside the source, workspace packages read from source. */
export function packageConfig(root: string): ViteUserConfig {
  const conditions = ['@kubescript/source', 'node'];
  return defineConfig({
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    // What runs once before all tests of a project.
    environments: { __vitest__: { resolve: { conditions } } },
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  });
}
