import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What an index of an OCI layout says of its first image. */
interface Manifest {
  readonly mediaType: string;
  readonly digest: string;
}

/** A registry on this machine's loopback address, from which Docker pulls without being configured. */
export interface LoopbackRegistry extends AsyncDisposable {
  /** The name of its only image, tag included. */
  readonly image: string;
  readonly digest: string;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
}

/** Serves the image of an unpacked image archive (an OCI layout) as `localhost:PORT/NAME:1`. */
export async function serveImage(layout: string, name: string): Promise<LoopbackRegistry> {
  const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8')) as { manifests: Manifest[] };
  const [manifest] = index.manifests;
  if (manifest === undefined) throw new Error(`no image in ${layout}`);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    void answer(layout, manifest, { request, response });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    image: `localhost:${String(port)}/${name}:1`,
    digest: manifest.digest,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What a pull asks for: the version of the protocol, the manifest by tag or digest, and blobs. */
async function answer(layout: string, manifest: Manifest, { request, response }: Exchange): Promise<void> {
  const { url = '' } = request;
  if (url === '/v2/') {
    response.writeHead(200).end();
    return;
  }
  const match = /\/(manifests|blobs)\/(?:1|sha256:([0-9a-f]{64}))$/.exec(url);
  const digest = match?.[2] ?? manifest.digest.slice('sha256:'.length);
  const content =
    match === null ? undefined : await readFile(join(layout, 'blobs/sha256', digest)).catch(() => undefined);
  if (content === undefined) {
    response.writeHead(404).end();
    return;
  }
  const type = match?.[1] === 'manifests' ? manifest.mediaType : 'application/octet-stream';
  const headers = {
    'content-type': type,
    'content-length': content.length,
    'docker-content-digest': `sha256:${digest}`,
  };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : content);
}
