import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ApiServerAddress, kubeconfigOf } from '../../framework/api-server.ts';

/** A kubeconfig in a folder of its own, which goes away with it. */
export interface KubeconfigFile extends AsyncDisposable {
  readonly path: string;
}

/** Writes a kubeconfig for a server. */
export async function writeKubeconfig(address: ApiServerAddress): Promise<KubeconfigFile> {
  const folder = await mkdtemp(join(tmpdir(), 'kubescript-kubeconfig-'));
  const path = join(folder, 'admin.kubeconfig');
  await writeFile(path, JSON.stringify(kubeconfigOf(address)), { mode: 0o600 });
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
