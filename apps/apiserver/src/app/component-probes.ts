import { get } from 'node:https';

import type { Backend } from '@kubescript/apiserver';

/** Asks a component how it is; answers with its words, throws if it is not well. */
type Probe = (signal: AbortSignal) => Promise<string>;

const timeoutMs = 20_000;

/**
 * How componentstatuses finds out how the components of the control plane are: those of this machine by their default
 * ports, and the store.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/rest#componentStatusStorage
 */
export function componentProbes(backend: Backend): Readonly<Record<string, Probe>> {
  return {
    'controller-manager': (signal) => askHealth(10257, signal),
    scheduler: (signal) => askHealth(10259, signal),
    'etcd-0': async () => {
      await backend.checkHealth();
      return 'ok';
    },
  };
}

/** GET /healthz without looking at the certificate, which is the component's own. */
function askHealth(port: number, signal: AbortSignal): Promise<string> {
  const url = `https://127.0.0.1:${String(port)}/healthz`;
  return new Promise((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false, signal, timeout: timeoutMs }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(text));
      });
    });
    request.on('timeout', () => request.destroy(new Error('context deadline exceeded')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(`Get ${JSON.stringify(url)}: ${reasonOf(error, port)}`, { cause: error }));
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException, port: number): string {
  const address = `127.0.0.1:${String(port)}`;
  return error.code === 'ECONNREFUSED' ? `dial tcp ${address}: connect: connection refused` : error.message;
}
