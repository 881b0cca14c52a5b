import type { Pod, Secret, ServiceAccount } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  isConflict,
  isNotFound,
  nameOf,
  namespaceOf,
  parseTime,
  uidOf,
  until,
} from '@kubescript/apimachinery';
import { corev1, type SharedInformer } from '@kubescript/client';

import type { Controller, ControllerContext } from '../shared/controller.ts';
import { accountNameOf, accountUidOf, isTokenSecret } from './token-secrets.ts';

const day = 86_400_000;
const LAST_USED = 'kubernetes.io/legacy-token-last-used';
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';
const TRACKING = 'kube-apiserver-legacy-service-account-token-tracking';

type SecretView = DeepReadonly<Secret>;

/** What is to be done about the token of a Secret. */
export type CleanupStep = 'keep' | 'invalidate' | 'delete';

/** What a decision is made from. */
export interface CleanupState {
  readonly now: number;
  /** `--legacy-service-account-token-clean-up-period`, in milliseconds. */
  readonly period: number;
  /** The service account, if it is the one that the Secret means. */
  readonly account: DeepReadonly<ServiceAccount> | undefined;
  readonly isMounted: boolean;
}

/**
 * Tokens that were made by themselves and that nobody has used for long are first refused, and deleted when nobody
 * missed them for as long again.
 *
 * @go k8s.io/kubernetes/pkg/controller/serviceaccount#(*LegacySATokenCleaner).evaluateSATokens
 */
export function planCleanup(secret: SecretView, { now, period, account, isMounted }: CleanupState): CleanupStep {
  const { creationTimestamp, deletionTimestamp, labels = {} } = secret.metadata;
  if (!isTokenSecret(secret) || deletionTimestamp !== undefined || isMounted) return 'keep';
  if (creationTimestamp === undefined || parseTime(creationTimestamp) >= now - period) return 'keep';
  const oldest = dayOf(now - period);
  const lastUsed = labels[LAST_USED];
  if (lastUsed !== undefined && (!isDay(lastUsed) || lastUsed >= oldest)) return 'keep';
  if (!(account?.secrets ?? []).some(({ name }) => name === nameOf(secret))) return 'keep';
  const invalidSince = labels[INVALID_SINCE] ?? '';
  if (!isDay(invalidSince)) return 'invalidate';
  return invalidSince >= oldest ? 'keep' : 'delete';
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Cleans up the tokens in Secrets once a day.
 *
 * @go k8s.io/kubernetes/pkg/controller/serviceaccount#LegacySATokenCleaner
 */
export class LegacyTokenCleaner implements Controller {
  readonly name = 'legacy-serviceaccount-token-cleaner-controller';
  readonly #context: ControllerContext;
  readonly #period: number;
  readonly #secrets: SharedInformer<Secret>;
  readonly #accounts: SharedInformer<ServiceAccount>;
  readonly #pods: SharedInformer<Pod>;

  constructor(context: ControllerContext, options: { readonly period: number }) {
    this.#context = context;
    this.#period = options.period;
    this.#secrets = context.informers.for(corev1.secrets);
    this.#accounts = context.informers.for(corev1.serviceaccounts);
    this.#pods = context.informers.for(corev1.pods);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, newLogger } = this.#context;
    const logger = newLogger(this.name);
    try {
      await Promise.all([this.#secrets, this.#accounts, this.#pods].map((informer) => informer.whenSynced(signal)));
    } catch (err) {
      if (signal.aborted) return;
      throw err;
    }
    await until(
      async () => {
        await this.clean().catch((err: unknown) => {
          logger.warn('could not clean up tokens, will be tried again', { err });
        });
      },
      day,
      { signal, clock },
    );
  }

  /** Does what is to be done now. */
  async clean(): Promise<void> {
    const { clock } = this.#context;
    const now = clock.now();
    const since = await this.#trackedSince();
    if (since === undefined || now < since + this.#period) return;
    const mounted = new Set(this.#pods.lister.list().flatMap(mountedSecrets));
    for (const secret of this.#secrets.lister.list()) {
      const isMounted = mounted.has(`${namespaceOf(secret)}/${nameOf(secret)}`);
      const account = this.#accountOf(secret);
      await this.#take(planCleanup(secret, { now, period: this.#period, account, isMounted }), secret);
    }
  }

  async #take(step: CleanupStep, secret: SecretView): Promise<void> {
    const { client, clock } = this.#context;
    const api = client.resource(corev1.secrets, namespaceOf(secret));
    const { resourceVersion = '' } = secret.metadata;
    try {
      if (step === 'invalidate') {
        const labels = { [INVALID_SINCE]: dayOf(clock.now()) };
        await api.patch(nameOf(secret), 'application/merge-patch+json', { metadata: { uid: uidOf(secret), labels } });
      } else if (step === 'delete') await api.delete(nameOf(secret), { preconditions: { resourceVersion } });
    } catch (err) {
      if (!isConflict(err) && !isNotFound(err)) throw err;
    }
  }

  #accountOf(secret: SecretView): DeepReadonly<ServiceAccount> | undefined {
    const account = this.#accounts.lister.get(namespaceOf(secret), accountNameOf(secret));
    return account !== undefined && ['', uidOf(account)].includes(accountUidOf(secret)) ? account : undefined;
  }

  /** The end of the day on which the use of tokens began to be tracked; undefined if it is not. */
  async #trackedSince(): Promise<number | undefined> {
    try {
      const map = await this.#context.client.resource(corev1.configmaps, 'kube-system').get(TRACKING);
      const since = map.data?.['since'] ?? '';
      return isDay(since) ? Date.parse(since) + day : undefined;
    } catch (err) {
      if (isNotFound(err)) return undefined;
      throw err;
    }
  }
}

/** `namespace/name` of the Secrets that a pod has as volumes or takes its environment or images from. */
function mountedSecrets(pod: DeepReadonly<Pod>): readonly string[] {
  const { volumes = [], imagePullSecrets = [], containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const names = [
    ...imagePullSecrets.map(({ name }) => name),
    ...volumes.flatMap(({ secret, projected }) => [
      secret?.secretName,
      ...(projected?.sources ?? []).map((source) => source.secret?.name),
    ]),
    ...[...containers, ...initContainers, ...ephemeralContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
      ...envFrom.map(({ secretRef }) => secretRef?.name),
    ]),
  ];
  return names.filter((name) => name !== undefined).map((name) => `${namespaceOf(pod)}/${name}`);
}
