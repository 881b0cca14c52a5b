import type { IncomingMessage } from 'node:http';

import { authenticationv1, authorizationv1, type Client } from '@kubescript/client';

import type { EndpointAuthorizer } from './component-server.ts';

const cacheFor = 10_000;
const cacheSize = 1000;

/**
 * Lets the API server decide about readers of a component's endpoints: a TokenReview tells who holds the bearer token,
 * a SubjectAccessReview whether they may. Answers are kept for ten seconds.
 *
 * @go k8s.io/apiserver/pkg/server/options#DelegatingAuthorizationOptions
 */
export function delegatedAuthorizer(client: Client): EndpointAuthorizer {
  const answers = new Map<string, { readonly verdict: Promise<'allowed' | 401 | 403>; readonly until: number }>();
  return (request, path) => {
    const token = bearerToken(request);
    if (token === undefined) return Promise.resolve(401);
    const verb = (request.method ?? 'GET').toLowerCase();
    const key = `${verb} ${path} ${token}`;
    const known = answers.get(key);
    if (known !== undefined && known.until > Date.now()) return known.verdict;
    const verdict = review(client, { token, verb, path });
    if (answers.size >= cacheSize) answers.clear();
    answers.set(key, { verdict, until: Date.now() + cacheFor });
    verdict.catch(() => answers.delete(key));
    return verdict;
  };
}

async function review(
  client: Client,
  asked: { readonly token: string; readonly verb: string; readonly path: string },
): Promise<'allowed' | 401 | 403> {
  const tokens = client.resource(authenticationv1.tokenreviews);
  const { status } = await tokens.create({ metadata: {}, spec: { token: asked.token }, status: {} });
  if (status.authenticated !== true) return 401;
  const reviews = client.resource(authorizationv1.subjectaccessreviews);
  const answer = await reviews.create({
    metadata: {},
    spec: { ...subjectOf(status.user), nonResourceAttributes: { path: asked.path, verb: asked.verb } },
    status: { allowed: false },
  });
  return answer.status.allowed ? 'allowed' : 403;
}

function subjectOf(
  user: { readonly username?: string; readonly uid?: string; readonly groups?: readonly string[] } | undefined,
): { user: string; uid?: string; groups: string[] } {
  return {
    user: user?.username ?? '',
    ...(user?.uid === undefined ? {} : { uid: user.uid }),
    groups: [...(user?.groups ?? [])],
  };
}

function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
