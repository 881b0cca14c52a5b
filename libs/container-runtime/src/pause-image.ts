import { access, readFile } from 'node:fs/promises';

import type { ImageRecipe } from './oci-image.ts';
import type { TarEntry } from './tar.ts';

/** The image that holds a pod's namespaces, under the name that the runtimes here are configured with. */
export const pauseImage = 'localhost/pause:3.10';

/** Makes the pause image from nothing: a static program that waits for ever. */
export async function pauseImageRecipe(): Promise<ImageRecipe> {
  if (process.arch === 'x64') {
    const files = [{ path: 'pause', mode: 0o755, content: pauseProgram() }];
    return { name: pauseImage, files, entrypoint: ['/pause'] };
  }
  const loop = 'trap : TERM INT; while :; do sleep 86400 & wait $!; done';
  return { name: pauseImage, files: await busyboxFiles(), entrypoint: ['/bin/sh', '-c', loop] };
}

/** Makes an image of the machine's static busybox with the usual applets. Needs the package busybox-static. */
export async function busyboxImageRecipe(name: string, command: readonly string[] = ['sh']): Promise<ImageRecipe> {
  return { name, files: await busyboxFiles(), command };
}

/** A 200-byte x86-64 ELF program: ignores SIGCHLD (so that orphans are reaped), then calls pause(2) for ever. */
function pauseProgram(): Buffer {
  const code = Buffer.from(
    'bf11000000' + // mov edi, SIGCHLD
      '488d351c000000' + // lea rsi, [rip + 28] (the struct sigaction below)
      '31d2' + // xor edx, edx
      '41ba08000000' + // mov r10d, 8
      'b80d000000' + // mov eax, rt_sigaction
      '0f05' + // syscall
      'b822000000' + // loop: mov eax, pause
      '0f05' + // syscall
      'ebf7' + // jmp loop
      '00000000', // up to 40 bytes
    'hex',
  );
  const ignore = Buffer.alloc(32);
  ignore.writeUInt8(1, 0);
  return Buffer.concat([elfHeader(code.length + ignore.length), code, ignore]);
}

function elfHeader(size: number): Buffer {
  const base = 0x400000n;
  const headers = 0x78;
  const header = Buffer.alloc(headers);
  header.write('7f454c4602010100', 0, 'hex');
  header.writeUInt16LE(2, 16); // an executable
  header.writeUInt16LE(62, 18); // x86-64
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(base + BigInt(headers), 24); // entry
  header.writeBigUInt64LE(64n, 32); // program headers
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(1, 56);
  header.writeUInt32LE(1, 64); // load
  header.writeUInt32LE(5, 68); // readable, executable
  header.writeBigUInt64LE(base, 80);
  header.writeBigUInt64LE(base, 88);
  header.writeBigUInt64LE(BigInt(headers + size), 96);
  header.writeBigUInt64LE(BigInt(headers + size), 104);
  header.writeBigUInt64LE(0x1000n, 112);
  return header;
}

const applets =
  'sh ash cat echo ls ps sleep wget nc httpd env id hostname mkdir rm cp mv touch chmod chown grep sed awk head tail ' +
  'wc sort date df du mount umount stat test true false kill killall top free ip ifconfig ping nslookup tr cut seq ' +
  'printf expr find xargs tee yes dd md5sum sha256sum base64 vi tty stty uname whoami pwd ln readlink basename dirname ' +
  'timeout nproc od hexdump netstat route traceroute telnet uptime which who';

async function busyboxFiles(): Promise<TarEntry[]> {
  const busybox = await readFile(await findBusybox());
  return [
    { path: 'bin/', directory: true },
    { path: 'bin/busybox', mode: 0o755, content: busybox },
    ...applets.split(' ').map((applet) => ({ path: `bin/${applet}`, linkTo: 'busybox' })),
    ...['etc/', 'root/', 'home/', 'var/', 'var/www/'].map((path) => ({ path, directory: true })),
    { path: 'tmp/', directory: true, mode: 0o1777 },
    {
      path: 'etc/passwd',
      content: Buffer.from('root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/home:/bin/false\n'),
    },
    { path: 'etc/group', content: Buffer.from('root:x:0:\nnogroup:x:65534:\n') },
  ];
}

async function findBusybox(): Promise<string> {
  for (const path of ['/bin/busybox', '/usr/bin/busybox']) {
    const found = await access(path).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  throw new Error('no /bin/busybox here: install the package busybox-static');
}
