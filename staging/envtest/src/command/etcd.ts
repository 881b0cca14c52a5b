import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';

import { Command } from 'commander';

/** By this a kube-apiserver of this package knows that it is not before a real etcd. */
export interface StandInVersion {
  readonly standIn: { readonly dataDir: string };
}

interface EtcdFlags {
  readonly dataDir: string;
  readonly listenClientUrls: string;
}

/**
 * The command `etcd` of an assets directory. It stores nothing itself: it answers `/health`, and lends its data directory
 * to the API server, which holds its store there. So a test that starts and stops etcd and API server finds what it would
 * with a real one, as long as one API server runs at a time.
 */
export function etcdCommand(signal: AbortSignal): Command {
  const command = new Command('etcd')
    .description('stands in for etcd where only kube-apiserver of this package uses it')
    .option('--data-dir <directory>', 'lent to the API server', 'default.etcd')
    .option('--listen-client-urls <urls>', 'where health is asked', 'http://localhost:2379')
    .option('--advertise-client-urls <urls>', 'not used')
    .option('--listen-peer-urls <urls>', 'not used')
    .option('--unsafe-no-fsync [boolean]', 'nothing is synced in any case')
    .allowUnknownOption()
    .allowExcessArguments();
  return command.action(() => serveUntil(command.opts<EtcdFlags>(), signal));
}

async function serveUntil({ dataDir, listenClientUrls }: EtcdFlags, signal: AbortSignal): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = {
    '/health': { health: 'true', reason: '' },
    '/version': { etcdserver: '3.6.0', etcdcluster: '3.6.0', standIn: { dataDir: resolve(dataDir) } },
  };
  const servers = await Promise.all(listenClientUrls.split(',').map((url) => listen(url, answers)));
  if (!signal.aborted)
    await new Promise((done) => {
      signal.addEventListener('abort', done, { once: true });
    });
  await Promise.all(servers.map(close));
}

async function listen(url: string, answers: Readonly<Record<string, unknown>>): Promise<Server> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'http:') throw new Error(`--listen-client-urls: ${url}: the stand-in for etcd speaks http only`);
  const server = createServer(function answer(request, response) {
    const body = answers[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }, done);
  });
  return server;
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => {
      done();
    });
    server.closeAllConnections();
  });
}
