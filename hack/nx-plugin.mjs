import { basename, dirname } from 'node:path';

/** What the whole-cluster tests run. */
const apps = ['apiserver', 'controller-manager', 'hyperkube', 'kubectl', 'kubelet', 'proxy', 'scheduler'];

/**
 * Infers the targets of every package from where its package.json lies, so that no package repeats them:
 * `lint test typecheck bench` for all, `build` for apps and for staging, `test:containers` for the whole-cluster tests.
 */
export const createNodesV2 = [
  '{staging,libs,apps}/*/package.json',
  (files) => files.map((file) => [file, { projects: { [dirname(file)]: { targets: targetsOf(dirname(file)) } } }]),
];

function targetsOf(root) {
  const node = 'node_modules/.bin/node';
  const run = (command, extra = {}) => ({
    executor: 'nx:run-commands',
    options: { command, cwd: '{workspaceRoot}' },
    ...extra,
  });
  const targets = {
    lint: run(`${node} node_modules/eslint/bin/eslint.js ${root}`),
    typecheck: run(`${node} node_modules/@typescript/native/bin/tsc -b ${root}`),
    test: run(`${node} node_modules/vitest/vitest.mjs run --root ${root} --passWithNoTests`),
    bench: run(`${node} node_modules/vitest/vitest.mjs bench --run --root ${root} --passWithNoTests`, { cache: false }),
  };
  if (root === 'apps/e2e') {
    targets.test.dependsOn = [{ projects: apps, target: 'build' }];
    const config = 'vitest.containers.config.ts';
    targets['test:containers'] = run(`${node} node_modules/vitest/vitest.mjs run --root ${root} --config ${config}`);
  } else if (root.startsWith('apps/')) {
    targets.build = run(`${node} hack/build-app.ts ${basename(root)}`, {
      outputs: [`{workspaceRoot}/dist/apps/${basename(root)}`],
    });
  }
  if (root === 'staging/envtest') {
    targets.build = run(`${node} hack/build-envtest.ts`, {
      outputs: ['{projectRoot}/bundle'],
    });
  } else if (root.startsWith('staging/')) {
    targets.build = run(`${node} node_modules/@typescript/native/bin/tsc -b ${root}/tsconfig.lib.json`, {
      dependsOn: ['^build'],
      outputs: ['{projectRoot}/dist'],
    });
  }
  return targets;
}
