import { expect, test } from 'vitest';

import { formatPackages, PackageOwners, parsePackages, systemPackageUrl } from './system-packages.ts';

const sum = 'a'.repeat(64);
const list = `libc6 2.36-9+deb12u14 arm64 ${sum}\nlibstdc++6 12.2.0-14 arm64 ${sum}\n`;
const owners = 'libc6 /lib/aarch64-linux-gnu/libc.so.6\nlibc6 /lib/ld-linux-aarch64.so.1\nlibstdc++6 /usr/lib/a b.so\n';

test('a list of packages is read and written', () => {
  const packages = parsePackages(list);
  expect(packages[0]).toEqual({ name: 'libc6', version: '2.36-9+deb12u14', architecture: 'arm64', sha256: sum });
  expect(formatPackages(packages)).toBe(list);
});

test('a line without a checksum is refused', () => {
  expect(() => parsePackages('libc6 2.36 arm64\n')).toThrow('not a line of a list of packages: libc6 2.36 arm64');
});

test('a file leads to its package, each once', () => {
  const found = new PackageOwners(list, owners).of([
    '/usr/lib/a b.so',
    '/lib/ld-linux-aarch64.so.1',
    '/lib/aarch64-linux-gnu/libc.so.6',
  ]);
  expect(found.map(({ name }) => name)).toEqual(['libc6', 'libstdc++6']);
});

test('a file of nobody is an error', () => {
  expect(() => new PackageOwners(list, owners).of(['/lib/other'])).toThrow('no package has /lib/other');
});

test('the URL of a package holds no signs that mean something there', () => {
  expect(systemPackageUrl({ name: 'libstdc++6', version: '1:2+b1', architecture: 'all', sha256: sum })).toBe(
    'pkg:deb/debian/libstdc%2B%2B6@1%3A2%2Bb1?arch=all',
  );
});
