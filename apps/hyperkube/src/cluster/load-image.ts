import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { importImageArchive } from '@kubescript/lib-container-runtime';

import type { RunningNode } from './state.ts';

/** Imports an image archive (Docker or OCI) into a node's runtime. */
export async function loadImage(node: RunningNode, archive: string): Promise<void> {
  switch (node.runtime) {
    case 'containerd':
      return importImageArchive(node.socket, archive);
    case 'docker':
      return loadIntoDocker(node.socket, archive);
    case 'hollow':
      throw new Error(`node ${node.name} is hollow: it fakes containers and takes no images`);
  }
}

/** `docker load` over the Engine API; its answer is a stream of JSON messages, of which one may be an error. */
async function loadIntoDocker(socket: string, archive: string): Promise<void> {
  const upload = request({
    socketPath: socket,
    method: 'POST',
    path: '/images/load?quiet=1',
    headers: { 'content-type': 'application/x-tar' },
  });
  const answer = new Promise<string>((resolve, reject) => {
    upload.on('error', reject);
    upload.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve(text);
      });
    });
  });
  await pipeline(createReadStream(archive), upload);
  const failure = /"error":"([^"]*)"/.exec(await answer);
  if (failure) throw new Error(`Docker refused ${archive}: ${failure[1] ?? ''}`);
}
