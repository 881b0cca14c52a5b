import type { Secret, ServiceAccount } from '@kubescript/api/core/v1';
import { type DeepReadonly, isConflict, isNotFound, keyOf, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers, splitKey } from '../shared/controller.ts';
import { accountNameOf, accountUidOf, isTokenSecret, UID_ANNOTATION } from './token-secrets.ts';
import type { LegacyTokenIssuer } from './legacy-token.ts';

/** What goes into the Secrets. */
export interface TokensOptions {
  readonly issuer: LegacyTokenIssuer;
  /** PEM of the authority of the API server; '' for none. */
  readonly rootCa: string;
  readonly workers?: number;
}

type Secrets = DeepReadonly<Secret>;

/**
 * Fills Secrets of the type `kubernetes.io/service-account-token` with a token for their service account, and deletes
 * those whose service account is gone.
 *
 * @go k8s.io/kubernetes/pkg/controller/serviceaccount#TokensController
 */
export class TokensController implements Controller {
  readonly name = 'serviceaccount-token-controller';
  readonly #context: ControllerContext;
  readonly #options: TokensOptions;
  readonly #queue: WorkQueue;
  readonly #secrets: SharedInformer<Secret>;
  readonly #accounts: SharedInformer<ServiceAccount>;

  constructor(context: ControllerContext, options: TokensOptions) {
    this.#context = context;
    this.#options = options;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#secrets = context.informers.for(corev1.secrets);
    this.#accounts = context.informers.for(corev1.serviceaccounts);
    this.#secrets.addEventHandler({
      onAdd: (secret) => {
        this.#enqueue(secret);
      },
      onUpdate: (_, secret) => {
        this.#enqueue(secret);
      },
    });
    const onAccount = (account: DeepReadonly<ServiceAccount>): void => {
      for (const secret of this.#secrets.lister.list({ namespace: namespaceOf(account) })) {
        if (accountNameOf(secret) === nameOf(account)) this.#enqueue(secret);
      }
    };
    this.#accounts.addEventHandler({ onAdd: onAccount, onDelete: onAccount });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#options.workers ?? 5,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#secrets, this.#accounts],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Brings one Secret to what it should be. */
  async sync(key: string): Promise<void> {
    const secret = this.#secrets.lister.getByKey(key);
    if (secret === undefined || !isTokenSecret(secret)) return;
    const account = await this.#accountOf(secret);
    if (account === undefined) await this.#deleteSecret(secret);
    else await this.#fill(secret, account);
  }

  #enqueue(secret: Secrets): void {
    if (isTokenSecret(secret)) this.#queue.add(keyOf(secret));
  }

  /** From the cache, else from the server: a Secret must not be deleted because a cache is late. */
  async #accountOf(secret: Secrets): Promise<DeepReadonly<ServiceAccount> | undefined> {
    const { namespace } = splitKey(keyOf(secret));
    const isMeant = (account: DeepReadonly<ServiceAccount> | undefined): boolean =>
      account !== undefined && ['', uidOf(account)].includes(accountUidOf(secret));
    const cached = this.#accounts.lister.get(namespace, accountNameOf(secret));
    if (isMeant(cached)) return cached;
    try {
      const live = await this.#context.client.resource(corev1.serviceaccounts, namespace).get(accountNameOf(secret));
      return isMeant(live) ? live : undefined;
    } catch (err) {
      if (isNotFound(err)) return undefined;
      throw err;
    }
  }

  async #deleteSecret(secret: Secrets): Promise<void> {
    const api = this.#context.client.resource(corev1.secrets, namespaceOf(secret));
    try {
      await api.delete(nameOf(secret), { preconditions: { uid: uidOf(secret) } });
    } catch (err) {
      if (!isNotFound(err) && !isConflict(err)) throw err;
    }
  }

  async #fill(secret: Secrets, account: DeepReadonly<ServiceAccount>): Promise<void> {
    const namespace = namespaceOf(secret);
    const missing: Record<string, string> = {};
    const lacks = (name: string, text: string): void => {
      const encoded = Buffer.from(text).toString('base64');
      if (text !== '' && secret.data?.[name] !== encoded) missing[name] = encoded;
    };
    lacks('ca.crt', this.#options.rootCa);
    if ((secret.data?.['namespace'] ?? '') === '') lacks('namespace', namespace);
    if ((secret.data?.['token'] ?? '') === '') {
      const subject = { namespace, secretName: nameOf(secret) };
      const { issuer } = this.#options;
      const whom = { serviceAccountName: nameOf(account), serviceAccountUid: uidOf(account) };
      lacks('token', await issuer.issue({ ...subject, ...whom }));
    }
    const annotations = { ...secret.metadata.annotations, [UID_ANNOTATION]: uidOf(account) };
    if (Object.keys(missing).length === 0 && accountUidOf(secret) === uidOf(account)) return;
    const api = this.#context.client.resource(corev1.secrets, namespace);
    const metadata = { ...secret.metadata, annotations };
    try {
      await api.update({ ...secret, metadata, data: { ...secret.data, ...missing } });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}
