import { aggregateMessages, type Clock, realClock } from '@kubescript/apimachinery';
import type {
  SubjectAccessReview,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '@kubescript/api/authorization/v1';

import type { ReviewClient } from '../../util/webhook/review-client.ts';
import type { Authorizer, AuthorizerAttributes, AuthorizerDecision } from '../authorizer.ts';
import type { AccessMatcher } from '../match-conditions.ts';
import type { WebhookAuthorizerMetrics } from '../webhook-metrics.ts';
import { accessReviewSpec } from './access-review.ts';

const MAX_ENTRIES = 8192;
/** The requestor chooses the length of these: longer ones are not kept. */
const MAX_CONTROLLED_LENGTH = 10_000;

/** How a service is asked what a user may do. */
export interface WebhookAuthorizerOptions {
  /** As metrics name it. */
  readonly name: string;
  /** Of the SubjectAccessReview that is sent. */
  readonly version: 'v1' | 'v1beta1';
  /** Milliseconds that answers are kept; 0: not at all. */
  readonly authorizedTtl: number;
  readonly unauthorizedTtl: number;
  /** What holds if the service gives no answer. */
  readonly decisionOnError: 'noOpinion' | 'deny';
  /** Requests that do not match are not asked about. */
  readonly matcher?: AccessMatcher;
  readonly metrics?: WebhookAuthorizerMetrics;
  readonly clock?: Clock;
}

type Status = Pick<SubjectAccessReviewStatus, 'allowed' | 'denied' | 'reason'>;

/**
 * Asks a service outside what a user may do.
 *
 * @go k8s.io/apiserver/plugin/pkg/authorizer/webhook#WebhookAuthorizer
 */
export class WebhookAuthorizer implements Authorizer {
  private readonly client: Pick<ReviewClient, 'post'>;
  private readonly options: WebhookAuthorizerOptions;
  private readonly clock: Clock;
  private readonly kept = new Map<string, { readonly status: Status; readonly expires: number }>();

  constructor(client: Pick<ReviewClient, 'post'>, options: WebhookAuthorizerOptions) {
    this.client = client;
    this.options = options;
    this.clock = options.clock ?? realClock;
  }

  async authorize(attributes: AuthorizerAttributes): Promise<AuthorizerDecision> {
    const spec = accessReviewSpec(attributes);
    const skipped = this.skip(spec);
    if (skipped !== undefined) return skipped;
    const key = JSON.stringify(spec);
    const kept = this.kept.get(key);
    if (kept !== undefined && kept.expires > this.clock.now()) return decisionOf(kept.status);
    let status: Status;
    try {
      status = await this.ask(spec);
    } catch (error) {
      const { name, decisionOnError } = this.options;
      if (decisionOnError === 'noOpinion') this.options.metrics?.onFailOpen(name, 'error');
      return { decision: decisionOnError, reason: '', error: (error as Error).message };
    }
    if (controlledLength(attributes) < MAX_CONTROLLED_LENGTH) this.keep(key, status);
    return decisionOf(status);
  }

  rulesFor(): ReturnType<NonNullable<Authorizer['rulesFor']>> {
    const error = 'webhook authorizer does not support user rule resolution';
    return Promise.resolve({ resourceRules: [], nonResourceRules: [], incomplete: true, error });
  }

  /** The decision without asking; undefined if the service is to be asked. */
  private skip(spec: SubjectAccessReviewSpec): AuthorizerDecision | undefined {
    const { matcher, name, metrics, decisionOnError } = this.options;
    if (matcher === undefined) return undefined;
    const { matches, errors } = matcher.match(spec);
    if (errors.length > 0) {
      metrics?.onMatchError(name);
      return { decision: decisionOnError, reason: '', error: aggregateMessages(errors) };
    }
    if (matches) return undefined;
    metrics?.onExclusion(name);
    return { decision: 'noOpinion', reason: '' };
  }

  private async ask(spec: SubjectAccessReviewSpec): Promise<Status> {
    const { name, version, metrics } = this.options;
    const done = metrics?.onEvaluation(name);
    const { groups, ...others } = spec;
    const sent = version === 'v1' ? spec : { ...others, ...(groups && { group: groups }) };
    try {
      const { status } = await this.client.post<Partial<SubjectAccessReview>>({
        kind: 'SubjectAccessReview',
        apiVersion: `authorization.k8s.io/${version}`,
        metadata: {},
        spec: sent,
        status: { allowed: false },
      });
      done?.('success');
      return { allowed: false, ...status };
    } catch (error) {
      done?.('error');
      throw error;
    }
  }

  private keep(key: string, status: Status): void {
    const ttl = status.allowed ? this.options.authorizedTtl : this.options.unauthorizedTtl;
    if (ttl <= 0) return;
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MAX_ENTRIES && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(key, { status, expires: this.clock.now() + ttl });
  }
}

function decisionOf({ allowed, denied = false, reason = '' }: Status): AuthorizerDecision {
  if (denied && allowed) {
    return { decision: 'deny', reason, error: 'webhook subject access review returned both allow and deny response' };
  }
  return { decision: denied ? 'deny' : allowed ? 'allow' : 'noOpinion', reason };
}

function controlledLength(attributes: AuthorizerAttributes): number {
  const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = attributes;
  const { fieldSelector = '', labelSelector = '' } = attributes;
  const parts = [
    namespace,
    verb,
    apiGroup,
    apiVersion,
    resource,
    subresource,
    name,
    path,
    fieldSelector,
    labelSelector,
  ];
  return parts.reduce((sum, part) => sum + part.length, 0);
}
