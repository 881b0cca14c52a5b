import { defineConfig } from 'vitest/config';
/** The vitest configuration that every package shares: tests beside the source, workspace packages read from source. */
export function packageConfig(root) {
  const conditions = ['@kubescript/source', 'node'];
  return defineConfig({
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  });
}
//# sourceMappingURL=vitest.shared.js.map
