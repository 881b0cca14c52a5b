import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

import type { SubjectAccessReview } from '@kubescript/api/authorization/v1';
import type { TokenReview } from '@kubescript/api/authentication/v1';
import type { Clock } from '@kubescript/apimachinery';
import { authenticationv1, authorizationv1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';

import { HttpError } from './http-error.ts';

interface Caller {
  readonly user: string;
  readonly groups: readonly string[];
}

interface CachedAnswer<T> {
  readonly value: Promise<T>;
  readonly expiresAt: number;
}

const allowedMs = 300_000;

/**
 * Finds out who calls the kubelet's server and whether they may: by client certificate or bearer token, and by asking
 * the API server.
 * @go kubernetes/pkg/kubelet/server#AuthInterface
 */
export class RequestAuthorizer {
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly nodeName: string;
  private readonly tokens = new Map<string, CachedAnswer<Caller>>();
  private readonly decisions = new Map<string, CachedAnswer<boolean>>();

  constructor(client: Client, clock: Clock, nodeName: string) {
    this.client = client;
    this.clock = clock;
    this.nodeName = nodeName;
  }

  /** Fails with 401 or 403. */
  async check(request: IncomingMessage, path: string): Promise<void> {
    const caller = await this.authenticate(request);
    if (caller.groups.includes('system:masters')) return;
    const verb = verbOf(request.method ?? 'GET');
    const subresource = subresourceOf(path);
    const allowed = await this.cached(this.decisions, JSON.stringify([caller, verb, subresource]), () =>
      this.review(caller, verb, subresource),
    );
    if (!allowed) {
      throw new HttpError(
        403,
        `Forbidden (user=${caller.user}, verb=${verb}, resource=nodes, subresource(s)=[${subresource}])`,
      );
    }
  }

  private async authenticate(request: IncomingMessage): Promise<Caller> {
    const { socket } = request;
    if (socket instanceof TLSSocket && socket.authorized) {
      const { subject } = socket.getPeerCertificate();
      const groups = subject.O === undefined ? [] : [subject.O].flat();
      return { user: String(subject.CN ?? ''), groups: [...groups, 'system:authenticated'] };
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new HttpError(401, 'Unauthorized');
    return this.cached(this.tokens, token, () => this.reviewToken(token));
  }

  private async reviewToken(token: string): Promise<Caller> {
    const review: TokenReview = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      metadata: {},
      spec: { token },
      status: {},
    };
    const { status } = await this.client.resource(authenticationv1.tokenreviews).create(review);
    if (status.authenticated !== true) throw new HttpError(401, 'Unauthorized');
    return { user: status.user?.username ?? '', groups: status.user?.groups ?? [] };
  }

  private async review(caller: Caller, verb: string, subresource: string): Promise<boolean> {
    const review: SubjectAccessReview = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      metadata: {},
      spec: {
        user: caller.user,
        groups: [...caller.groups],
        resourceAttributes: { verb, version: 'v1', resource: 'nodes', subresource, name: this.nodeName },
      },
      status: { allowed: false },
    };
    const { status } = await this.client.resource(authorizationv1.subjectaccessreviews).create(review);
    return status.allowed;
  }

  private cached<T>(cache: Map<string, CachedAnswer<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.clock.now();
    for (const [old, { expiresAt }] of cache) if (expiresAt < now) cache.delete(old);
    const known = cache.get(key);
    if (known !== undefined) return known.value;
    const value = ask();
    cache.set(key, { value, expiresAt: now + allowedMs });
    value.then(
      (answer) => {
        if (answer === false) cache.delete(key);
      },
      () => cache.delete(key),
    );
    return value;
  }
}

function verbOf(method: string): string {
  const verbs: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };
  return verbs[method] ?? 'get';
}

function subresourceOf(path: string): string {
  const known: Readonly<Record<string, string>> = {
    stats: 'stats',
    metrics: 'metrics',
    logs: 'log',
    checkpoint: 'checkpoint',
  };
  return known[path.split('/')[1] ?? ''] ?? 'proxy';
}
