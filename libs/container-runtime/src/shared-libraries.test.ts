import { expect, test } from 'vitest';

import { parseLinkerList, sharedLibraries } from './shared-libraries.ts';

test('paths are taken from what the linker lists', () => {
  const text = `\tlinux-vdso.so.1 (0x00007ff)
\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007ff)
\t/lib64/ld-linux-x86-64.so.2 (0x00007ff)
`;
  expect(parseLinkerList(text)).toEqual(['/lib/x86_64-linux-gnu/libm.so.6', '/lib64/ld-linux-x86-64.so.2']);
});

test('a missing library is an error', () => {
  expect(() => parseLinkerList('\tlibfoo.so.1 => not found\n')).toThrow('missing shared library: libfoo.so.1');
});

test.runIf(process.platform === 'linux')("this Node's libraries include the C library and the linker", async () => {
  const found = await sharedLibraries(process.execPath);
  expect(found.some((path) => /\/libc\.so\.6$/.test(path))).toBe(true);
  expect(found.some((path) => /\/ld-linux-.*\.so/.test(path))).toBe(true);
});
