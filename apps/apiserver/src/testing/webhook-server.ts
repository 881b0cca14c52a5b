import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { issueCertificate, newCertificateAuthority } from '@kubescript/component-base';

/** The question of an AdmissionReview, as far as tests look at it. */
export interface ReviewedRequest {
  readonly uid: string;
  readonly operation: string;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly requestKind: { readonly version: string };
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  readonly name?: string;
  readonly namespace?: string;
  readonly object: { readonly apiVersion?: string; readonly metadata?: { readonly labels?: Record<string, string> } };
  readonly oldObject: { readonly apiVersion?: string } | null;
  readonly dryRun: boolean;
  readonly options: { readonly kind: string } | null;
  readonly userInfo: { readonly username: string };
}

/** Answers a review: the members of its response, or the status and text of a failed call. */
export type Reviewer = (
  request: ReviewedRequest,
  apiVersion: string,
) => Readonly<Record<string, unknown>> | { readonly httpStatus: number; readonly text: string };

/** A question that a webhook was asked. */
export interface AskedReview {
  readonly path: string;
  readonly request: ReviewedRequest;
  readonly traceparent: string | undefined;
}

/** A webhook that tests talk to, on a free port. */
export interface WebhookServer extends AsyncDisposable {
  readonly port: number;
  /** Base64, as a client config has it. */
  readonly caBundle: string;
  /** What was asked, by path. */
  readonly asked: AskedReview[];
  /** The connections that were made. */
  readonly connections: () => number;
  url(path: string): string;
}

/** Starts an HTTPS server with a certificate for 127.0.0.1 and `hosts`, which answers each path by its reviewer. */
export async function startWebhookServer(
  reviewers: Readonly<Record<string, Reviewer>>,
  hosts: readonly string[] = [],
): Promise<WebhookServer> {
  const authority = await newCertificateAuthority('webhook-tests');
  const request = { commonName: 'webhook', hosts: ['127.0.0.1', ...hosts], usages: ['server'] as const };
  const { cert, key } = await issueCertificate(authority, request);
  const asked: AskedReview[] = [];
  const server = createServer({ cert, key });
  let connections = 0;
  server.on('secureConnection', () => connections++);
  answerReviews(server, reviewers, asked);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    caBundle: Buffer.from(authority.cert).toString('base64'),
    asked,
    connections: () => connections,
    url: (path) => `https://127.0.0.1:${String(port)}${path}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function answerReviews(server: Server, reviewers: Readonly<Record<string, Reviewer>>, asked: AskedReview[]): void {
  server.on('request', (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname: path } = new URL(incoming.url ?? '/', 'https://webhook');
      const review = JSON.parse(Buffer.concat(chunks).toString()) as { apiVersion: string; request: ReviewedRequest };
      const { apiVersion, request } = review;
      asked.push({ path, request, traceparent: incoming.headers['traceparent'] as string | undefined });
      const answer = reviewers[path]?.(request, apiVersion);
      if (answer && 'httpStatus' in answer) {
        outgoing.writeHead(answer['httpStatus'] as number, { 'content-type': 'text/plain' });
        outgoing.end(answer['text']);
        return;
      }
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      const response = { uid: request.uid, ...answer };
      outgoing.end(JSON.stringify({ kind: 'AdmissionReview', apiVersion, response }));
    });
  });
}
