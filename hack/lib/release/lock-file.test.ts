import { expect, test } from 'vitest';

import { hexDigest, packageUrl, runtimePackages } from './lock-file.ts';

test('packages needed to run are listed, sorted, without those of the workspace and of the build', () => {
  const lockFile = JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'staging/client': { version: '0.1.0' },
      'node_modules/@kubescript/client': { link: true },
      'node_modules/ws': { version: '8.1.0', license: 'MIT', integrity: 'sha512-AAEC' },
      'node_modules/esbuild': { version: '0.28.2', dev: true },
      'node_modules/a/node_modules/@x/y': { version: '2.0.0' },
      'node_modules/@x/y': { version: '1.0.0' },
    },
  });
  expect(runtimePackages(lockFile)).toEqual([
    { name: '@x/y', version: '1.0.0', path: 'node_modules/@x/y' },
    { name: '@x/y', version: '2.0.0', path: 'node_modules/a/node_modules/@x/y' },
    { name: 'ws', version: '8.1.0', path: 'node_modules/ws', license: 'MIT', integrity: 'sha512-AAEC' },
  ]);
});

test('package URLs escape the scope', () => {
  expect(packageUrl({ name: '@x/y', version: '1.0.0' })).toBe('pkg:npm/%40x/y@1.0.0');
});

test('integrities are read as hex', () => {
  expect(hexDigest('sha512-AAEC')).toEqual({ algorithm: 'sha512', hex: '000102' });
});
