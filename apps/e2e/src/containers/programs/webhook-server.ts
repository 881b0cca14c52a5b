// A webhook server as a program without dependencies. What it answers:
//   POST /mutate    adds the label "mutated: by-webhook"
//   POST /validate  refuses objects with the label "forbidden"
//   POST /slow      allows after DELAY_MS milliseconds
//   POST /convert   converts the kind of the conversion test: v1 has spec.address, v2 spec.host and spec.port
// TLS is from /etc/tls.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface ReviewedObject {
  readonly apiVersion: string;
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly address?: string; readonly host?: string; readonly port?: number };
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly object?: ReviewedObject | null;
    readonly desiredAPIVersion?: string;
    readonly objects?: readonly ReviewedObject[];
  };
}

function mutate({ request }: Review): object {
  const labels = request.object?.metadata.labels;
  const patch = [
    ...(labels === undefined ? [{ op: 'add', path: '/metadata/labels', value: {} }] : []),
    { op: 'add', path: '/metadata/labels/mutated', value: 'by-webhook' },
  ];
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') };
}

function validate({ request }: Review): object {
  const forbidden = request.object?.metadata.labels?.['forbidden'];
  if (forbidden === undefined) return { allowed: true, warnings: ['looked at by the webhook server'] };
  return { allowed: false, status: { code: 403, message: `the label forbidden=${forbidden} is forbidden` } };
}

async function answerSlowly(): Promise<object> {
  await sleep(Number(process.env['DELAY_MS'] ?? '5000'));
  return { allowed: true };
}

function convert({ request }: Review): object {
  const { desiredAPIVersion = '', objects = [] } = request;
  const convertedObjects = objects.map((object) => ({
    ...object,
    apiVersion: desiredAPIVersion,
    spec: desiredAPIVersion.endsWith('/v2') ? split(object.spec) : join(object.spec),
  }));
  return { result: { status: 'Success' }, convertedObjects };
}

function split(spec: ReviewedObject['spec'] = {}): object {
  const [host = '', port = '0'] = (spec.address ?? '').split(':');
  return { host, port: Number(port) };
}

function join({ host = '', port = 0 }: ReviewedObject['spec'] = {}): object {
  return { address: `${host}:${port}` };
}

const answers: Readonly<Record<string, (review: Review) => object | Promise<object>>> = {
  '/mutate': mutate,
  '/validate': validate,
  '/slow': answerSlowly,
  '/convert': convert,
};

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = answers[new URL(request.url ?? '/', 'https://webhook').pathname];
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  const review = (await json(request)) as Review;
  const { apiVersion, kind } = review;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ apiVersion, kind, response: { uid: review.request.uid, ...(await answer(review)) } }));
}

const server = createServer({ cert: readFileSync('/etc/tls/tls.crt'), key: readFileSync('/etc/tls/tls.key') });
server.on('request', (request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(443, () => console.log('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
