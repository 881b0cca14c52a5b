import { readFileSync, statSync } from 'node:fs';

import type { ProxyClientCertificate } from '@kubescript/kube-aggregator';

/**
 * The certificate and key in two files, as they are when asked for; read again only after one of them changed. Files
 * that cannot be read are an error at once, and later leave what was read before.
 */
export function openKeyPairFiles(certFile: string, keyFile: string): () => ProxyClientCertificate | undefined {
  if (certFile === '') return () => undefined;
  let stamp = stampOf(certFile, keyFile);
  let pair = readPair(certFile, keyFile);
  return function currentPair() {
    try {
      const now = stampOf(certFile, keyFile);
      if (now === stamp) return pair;
      pair = readPair(certFile, keyFile);
      stamp = now;
    } catch {
      // A file that is just being replaced is there again in a moment.
    }
    return pair;
  };
}

function readPair(certFile: string, keyFile: string): ProxyClientCertificate {
  return { cert: read('--proxy-client-cert-file', certFile), key: read('--proxy-client-key-file', keyFile) };
}

function read(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${flag}: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function stampOf(...paths: readonly string[]): string {
  return paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(' ');
}
