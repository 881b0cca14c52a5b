import type { SubjectAccessReviewSpec } from '@kubescript/api/authorization/v1';
import { type Clock, realClock } from '@kubescript/apimachinery';
import { type Client, authorizationv1 } from '@kubescript/client';

import type { Authorizer, AuthorizerAttributes, AuthorizerDecision } from '../authorization/authorizer.ts';

const ttlMs = 10_000;
const maxAnswers = 4096;

interface Answer {
  readonly decision: Promise<AuthorizerDecision>;
  readonly until: number;
}

/**
 * Lets the API server that this server belongs to decide who may do what, by SubjectAccessReviews. Answers are kept for
 * ten seconds.
 *
 * @go k8s.io/apiserver/plugin/pkg/authorizer/webhook#WebhookAuthorizer
 */
export class DelegatedAuthorizer implements Authorizer {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #answers = new Map<string, Answer>();

  constructor(client: Client, clock: Clock = realClock) {
    this.#client = client;
    this.#clock = clock;
  }

  authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    const spec = specOf(attributes);
    const key = JSON.stringify(spec);
    const now = this.#clock.now();
    const known = this.#answers.get(key);
    if (known && known.until > now) return known.decision;
    const decision = this.#review(spec);
    if (this.#answers.size >= maxAnswers) this.#answers.clear();
    this.#answers.set(key, { decision, until: now + ttlMs });
    decision.catch(() => this.#answers.delete(key));
    return decision;
  }

  async #review(spec: SubjectAccessReviewSpec): Promise<AuthorizerDecision> {
    const reviews = this.#client.resource(authorizationv1.subjectaccessreviews);
    const { status } = await reviews.create({ metadata: {}, spec, status: { allowed: false } });
    const { reason = '' } = status;
    if (status.allowed) return { decision: 'allow', reason };
    return { decision: status.denied === true ? 'deny' : 'noOpinion', reason };
  }
}

function specOf(attributes: AuthorizerAttributes): SubjectAccessReviewSpec {
  const { user, verb, path } = attributes;
  const subject = {
    user: user.name,
    groups: [...user.groups],
    ...(user.uid === undefined ? {} : { uid: user.uid }),
    ...(user.extra === undefined
      ? {}
      : { extra: Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]])) }),
  };
  if (!attributes.isResourceRequest) return { ...subject, nonResourceAttributes: { path, verb } };
  const { namespace, apiGroup: group, apiVersion: version, resource, subresource, name } = attributes;
  return { ...subject, resourceAttributes: { verb, namespace, group, version, resource, subresource, name } };
}
