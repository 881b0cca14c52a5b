import { defineConfig } from 'vitest/config';

/** Runs the tests of every package in one go; `npx vitest run --project NAME` runs those of one. */
export default defineConfig({
  test: { projects: ['staging/*', 'libs/*', 'apps/*', 'apps/e2e/vitest.containers.config.ts', 'hack'] },
});
