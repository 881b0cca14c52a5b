import type { TokenRequest } from '@kubescript/api/authentication/v1';
import type { Pod } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import type { Client } from '@kubescript/client';

import { podIdentity } from '../container/quantities.ts';
import type { TokenSource } from './projections.ts';

interface CachedToken {
  readonly token: string;
  readonly refreshAt: number;
  readonly podUid: string;
}

/**
 * Requests tokens bound to pods and keeps each until four fifths of its life (or a day) have passed.
 * @go kubernetes/pkg/kubelet/token#Manager
 */
export class TokenManager implements TokenSource {
  private readonly client: Client;
  private readonly clock: Clock;
  private readonly cache = new Map<string, CachedToken>();

  constructor(client: Client, clock: Clock) {
    this.client = client;
    this.clock = clock;
  }

  async token(
    pod: DeepReadonly<Pod>,
    request: { readonly audience?: string; readonly expirationSeconds: number },
  ): Promise<string> {
    const { uid, name, namespace } = podIdentity(pod);
    const account = pod.spec.serviceAccountName ?? 'default';
    const key = JSON.stringify([uid, account, request.audience, request.expirationSeconds]);
    const cached = this.cache.get(key);
    const now = this.clock.now();
    if (cached !== undefined && now < cached.refreshAt) return cached.token;
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: {},
      spec: {
        audiences: request.audience === undefined ? [] : [request.audience],
        expirationSeconds: request.expirationSeconds,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name, uid },
      },
    };
    const accounts = this.client.resource(corev1.serviceaccounts, namespace);
    const { status } = await accounts.createSubresource<TokenRequest>(account, 'token', body);
    const token = status.token ?? '';
    const life = Date.parse(status.expirationTimestamp ?? '') - now || request.expirationSeconds * 1000;
    this.cache.set(key, { token, podUid: uid, refreshAt: now + Math.min(life * 0.8, 86_400_000) });
    return token;
  }

  /** Forgets the tokens of a pod that is gone. */
  forget(podUid: string): void {
    for (const [key, cached] of this.cache) if (cached.podUid === podUid) this.cache.delete(key);
  }
}
