import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { inject } from 'postject';

import { signAdHoc, unsign } from './mach-o-signature.ts';
import { nodeFlags } from '../node-flags.ts';
import { nodeExecutable } from './node-binaries.ts';
import { unsignWindows } from './pe-signature.ts';
import { hostPlatform, nodePackages, type Platform, preparingNode } from './platforms.ts';

const exec = promisify(execFile);

/** What Node looks for in itself; it flips the last character when something was put in. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Executables to make for one platform: bundles (CommonJS) by where each goes. */
export interface ExecutablesOptions {
  readonly platform: Platform;
  readonly bundles: ReadonlyMap<string, string>;
}

/**
 * Makes files of a platform's Node and a bundle each, which run on a machine that has neither. No code cache goes in:
 * V8 writes another one each time, and it saves 10 ms. Putting something into an executable takes seconds, so that is
 * done once for all bundles: they are made equally long, and the others take the place of the first.
 */
export async function makeExecutables({ platform, bundles }: ExecutablesOptions): Promise<void> {
  const outfiles = [...bundles.keys()];
  const blobs = await Promise.all([...bundles.values()].map((main) => prepareBlob(main, platform)));
  const padded = padToSameLength(blobs);
  const [first, template] = [padded[0], outfiles[0]];
  if (first === undefined || template === undefined) return;
  const { prepare, segment, finish } = formatOf(platform);
  await writeFile(template, prepare(await readFile(nodeExecutable(nodePackages[platform]))));
  await inject(template, 'NODE_SEA_BLOB', first, { sentinelFuse: fuse, ...segment });
  const bytes = await readFile(template);
  for (const [i, outfile] of outfiles.entries()) {
    await writeFile(outfile, finish(replaceOnce(bytes, first, padded[i] ?? first), basename(outfile)));
    await chmod(outfile, 0o755);
  }
}

/** What a platform's executables need besides the blob. */
interface Format {
  /** Takes away a signature that will not hold. */
  readonly prepare: (executable: Buffer) => Buffer;
  readonly segment: { readonly machoSegmentName?: string };
  readonly finish: (executable: Buffer, name: string) => Buffer;
}

function formatOf(platform: Platform): Format {
  const unchanged = (executable: Buffer): Buffer => executable;
  if (platform.startsWith('darwin/')) {
    return { prepare: unsign, segment: { machoSegmentName: 'NODE_SEA' }, finish: signAdHoc };
  }
  return { prepare: platform.startsWith('windows/') ? unsignWindows : unchanged, segment: {}, finish: unchanged };
}

/** Fills up with zeros, which Node does not look at: the blob itself says where its parts end. */
export function padToSameLength(blobs: readonly Buffer[]): readonly Buffer[] {
  const length = Math.max(...blobs.map((blob) => blob.length));
  return blobs.map((blob) => Buffer.concat([blob, Buffer.alloc(length - blob.length)]));
}

/** A copy with `part`, which must occur exactly once, replaced by something as long. */
export function replaceOnce(bytes: Buffer, part: Buffer, replacement: Buffer): Buffer {
  const at = bytes.indexOf(part);
  if (at < 0 || bytes.includes(part, at + 1)) throw new Error('the blob does not occur exactly once in the executable');
  const copy = Buffer.from(bytes);
  copy.set(replacement, at);
  return copy;
}

/** What Node calls the preparation blob: the bundle and how to start it. */
async function prepareBlob(main: string, platform: Platform): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-sea-'));
  try {
    const output = join(folder, 'blob');
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify(seaConfig(basename(main), output)));
    const node = nodeExecutable(preparingNode(platform, hostPlatform()));
    await exec(node, ['--experimental-sea-config', config], { cwd: dirname(main) });
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** No path of this machine. */
function seaConfig(main: string, output: string): object {
  return {
    main,
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    execArgv: nodeFlags,
    execArgvExtension: 'env',
  };
}
