import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Transport } from '@kubescript/client';

import { newSampleApiserver } from '../app/index.ts';

/** A sample API server on a free port of this machine, with an empty store. */
export interface TestSampleApiserver extends AsyncDisposable {
  readonly port: number;
}

/** How to start it. */
export interface TestSampleOptions {
  /** The way to its kube-apiserver. */
  readonly transport: Transport;
  /** PEM of what it serves with; by default a certificate that nobody knows. */
  readonly serving?: { readonly cert: string; readonly key: string };
  /** The port; by default a free one. */
  readonly port?: number;
}

/** Starts a sample API server through the same steps as the binary; resolves when it serves. */
export async function startTestSampleApiserver(options: TestSampleOptions): Promise<TestSampleApiserver> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kubescript-sample-'));
  const files = options.serving ? await writeServing(dataDir, options.serving) : {};
  const stop = new AbortController();
  const ready = Promise.withResolvers<number>();
  const app = newSampleApiserver(ready.resolve);
  const completed = await app.complete({
    typed: {
      serving: { bindAddress: '127.0.0.1', securePort: options.port ?? 0, ...files },
      wardle: { dataDir: join(dataDir, 'store') },
      logging: {},
    },
    transport: options.transport,
  });
  const config = await app.config(completed, stop.signal);
  const running = app.run(config, stop.signal);
  running.catch(ready.reject);
  return {
    port: await ready.promise,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('the test is over'));
      await running;
      await config[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function writeServing(
  directory: string,
  { cert, key }: { readonly cert: string; readonly key: string },
): Promise<{ readonly tlsCertFile: string; readonly tlsPrivateKeyFile: string }> {
  const files = { tlsCertFile: join(directory, 'tls.crt'), tlsPrivateKeyFile: join(directory, 'tls.key') };
  await Promise.all([writeFile(files.tlsCertFile, cert), writeFile(files.tlsPrivateKeyFile, key, { mode: 0o600 })]);
  return files;
}
