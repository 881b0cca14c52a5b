import { readFileSync } from 'node:fs';

import { realClock } from '@kubescript/apimachinery';
import {
  accessMatcher,
  alwaysAllow,
  alwaysDeny,
  type AuthorizationConfiguration,
  type Authorizer,
  type AuthorizerConfiguration,
  AuthorizerUnion,
  baseCelEnvironment,
  compileMatchCondition,
  decodeAuthorizationConfiguration,
  instrumentedAuthorizer,
  newWebhookAuthorizerMetrics,
  privilegedGroup,
  validateAuthorizationConfiguration,
  type WebhookConfiguration,
  WebhookAuthorizer,
} from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';
import {
  AbacAuthorizer,
  NodeAuthorizer,
  NodeGraph,
  parseAbacPolicies,
  PolicyCache,
  RbacAuthorizer,
} from '@kubescript/lib-auth';
import { bootstrapClusterRoles, type OpenedStores } from '@kubescript/lib-controlplane';

import { type AuthorizationFlags, modesOf } from '../flags/authorization.ts';
import type { AuthLoops } from './followed.ts';
import { openReloaded } from './reloading.ts';
import { openReviewClient } from './review-clients.ts';

/** Who may do what. */
export interface OpenedAuthorization extends AsyncDisposable {
  readonly authorizer: Authorizer;
  /** What a user holds, for the check against escalation; undefined without RBAC. */
  readonly rbac: RbacAuthorizer | undefined;
}

/** What authorizers are made of. */
export interface AuthorizationParts {
  readonly flags: AuthorizationFlags;
  readonly stores: OpenedStores['stores'];
  readonly loops: AuthLoops;
  readonly metrics: MetricsRegistry;
}

/** Set up once, with what feeds them; a configuration that is read again may order or drop them. */
const keptTypes = ['Node', 'RBAC', 'ABAC'];

/**
 * One authorizer per mode, after the one that lets system:masters do everything; by flags, or by a file that is read
 * again when it changes.
 *
 * @go k8s.io/kubernetes/pkg/kubeapiserver/authorizer#Config.New
 */
export async function openAuthorization(parts: AuthorizationParts): Promise<OpenedAuthorization> {
  const { authorizationConfig: path } = parts.flags;
  const builder = new AuthorizerBuilder(parts);
  if (path === '') {
    const opened = await builder.open(configOfFlags(parts.flags));
    return { authorizer: opened, rbac: builder.rbac, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
  }
  const reloaded = await openReloaded<AuthorizationConfiguration, Authorizer & AsyncDisposable>(
    {
      flag: '--authorization-config',
      path,
      kind: 'authorization',
      decode: decodeAuthorizationConfiguration,
      validate: (config) => validateAuthorizationConfiguration(config, baseCelEnvironment()),
      open: (config) => builder.open(config),
    },
    parts.loops,
    parts.metrics,
  );
  const authorizer: Authorizer = {
    authorize: (attributes) => reloaded.current().authorize(attributes),
    rulesFor: (user, namespace) => rulesOf(reloaded.current(), user, namespace),
  };
  return { authorizer, rbac: builder.rbac, [Symbol.asyncDispose]: () => reloaded[Symbol.asyncDispose]() };
}

type RulesFor = NonNullable<Authorizer['rulesFor']>;

function rulesOf(authorizer: Authorizer, ...[user, namespace]: Parameters<RulesFor>): ReturnType<RulesFor> {
  if (authorizer.rulesFor === undefined) throw new Error('the authorizers cannot tell rules');
  return authorizer.rulesFor(user, namespace);
}

/** The flags as a configuration says them. @go k8s.io/kubernetes/pkg/kubeapiserver/options#buildAuthorizationConfiguration */
function configOfFlags(flags: AuthorizationFlags): AuthorizationConfiguration {
  const webhook: WebhookConfiguration = {
    timeout: 30_000,
    authorizedTTL: flags.authorizationWebhookCacheAuthorizedTtl,
    cacheAuthorizedRequests: flags.authorizationWebhookCacheAuthorizedTtl > 0,
    unauthorizedTTL: flags.authorizationWebhookCacheUnauthorizedTtl,
    cacheUnauthorizedRequests: flags.authorizationWebhookCacheUnauthorizedTtl > 0,
    subjectAccessReviewVersion: flags.authorizationWebhookVersion,
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'NoOpinion',
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: flags.authorizationWebhookConfigFile },
    matchConditions: [],
  };
  const authorizers = modesOf(flags).map((type): AuthorizerConfiguration =>
    type === 'Webhook' ? { type, name: 'default', webhook } : { type, name: type.toLowerCase() },
  );
  return { authorizers };
}

/** Makes the authorizers of a configuration; those with state of their own once. */
class AuthorizerBuilder {
  readonly #parts: AuthorizationParts;
  readonly #kept = new Map<string, Authorizer>();
  #isOpened = false;
  #rbac: RbacAuthorizer | undefined;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
  }

  get rbac(): RbacAuthorizer | undefined {
    return this.#rbac;
  }

  async open({ authorizers }: AuthorizationConfiguration): Promise<Authorizer & AsyncDisposable> {
    await using opening = new AsyncDisposableStack();
    const opened: Authorizer[] = [];
    for (const configured of authorizers) {
      const authorizer = await this.#openOne(configured, opening);
      opened.push(instrumentedAuthorizer(authorizer, configured, this.#parts.metrics));
    }
    this.#isOpened = true;
    const union = new AuthorizerUnion([privilegedGroup('system:masters'), ...opened]);
    const closing = opening.move();
    return {
      authorize: (attributes) => union.authorize(attributes),
      rulesFor: (user, namespace) => union.rulesFor(user, namespace),
      [Symbol.asyncDispose]: () => closing.disposeAsync(),
    };
  }

  async #openOne({ type, name, webhook }: AuthorizerConfiguration, opening: AsyncDisposableStack): Promise<Authorizer> {
    if (type === 'AlwaysAllow') return alwaysAllow;
    if (type === 'AlwaysDeny') return alwaysDeny;
    if (type === 'Webhook' && webhook !== undefined) return this.#openWebhook(name, webhook, opening);
    const kept = this.#kept.get(type);
    if (kept !== undefined) return kept;
    if (!keptTypes.includes(type)) throw new Error(`unknown authorization mode ${type} specified`);
    if (this.#isOpened) {
      throw new Error(`authorizer type ${type} is not allowed if it was not enabled at initial server startup`);
    }
    const made = this.#openKept(type);
    this.#kept.set(type, made);
    return made;
  }

  #openKept(type: string): Authorizer {
    const { flags, stores, loops } = this.#parts;
    if (type === 'Node') return openNodeAuthorizer(stores, loops);
    if (type === 'ABAC') return openAbacAuthorizer(flags.authorizationPolicyFile);
    this.#rbac = openRbacAuthorizer(stores, loops);
    return this.#rbac;
  }

  async #openWebhook(
    name: string,
    webhook: WebhookConfiguration,
    opening: AsyncDisposableStack,
  ): Promise<WebhookAuthorizer> {
    const { kubeConfigFile } = webhook.connectionInfo;
    const client = await openReviewClient({ kubeconfig: kubeConfigFile, timeoutMs: webhook.timeout });
    opening.use(client);
    const conditions = webhook.matchConditions.map(({ expression }) => {
      const compiled = compileMatchCondition(baseCelEnvironment(), expression);
      if ('problem' in compiled) throw new Error(compiled.problem);
      return { expression, program: compiled.program };
    });
    return new WebhookAuthorizer(client, {
      name,
      version: webhook.subjectAccessReviewVersion === 'v1' ? 'v1' : 'v1beta1',
      authorizedTtl: webhook.cacheAuthorizedRequests ? webhook.authorizedTTL : 0,
      unauthorizedTtl: webhook.cacheUnauthorizedRequests ? webhook.unauthorizedTTL : 0,
      decisionOnError: webhook.failurePolicy === 'Deny' ? 'deny' : 'noOpinion',
      metrics: newWebhookAuthorizerMetrics(this.#parts.metrics, () => realClock.now()),
      ...(conditions.length > 0 && { matcher: accessMatcher(conditions) }),
    });
  }
}

function openAbacAuthorizer(path: string): AbacAuthorizer {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`--authorization-policy-file: cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  return new AbacAuthorizer(parseAbacPolicies(text, path));
}

function openNodeAuthorizer(stores: OpenedStores['stores'], loops: AuthLoops): NodeAuthorizer {
  const graph = new NodeGraph();
  const { synced, done } = graph.run(stores, loops.signal);
  loops.spawn('node authorizer', () => done);
  const rules = bootstrapClusterRoles.find((role) => role.metadata.name === 'system:node')?.rules ?? [];
  return new NodeAuthorizer(graph, rules, synced);
}

function openRbacAuthorizer(stores: OpenedStores['stores'], loops: AuthLoops): RbacAuthorizer {
  const policy = new PolicyCache();
  const { synced, done } = policy.run(stores, loops.signal);
  loops.spawn('RBAC authorizer', () => done);
  return new RbacAuthorizer(policy, synced);
}
