import type { ConfigMap, Secret } from '@kubescript/api/core/v1';
import { type DeepReadonly, isConflict, isNotFound, keyOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';
import { FlattenedSign } from 'jose';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { isBootstrapSecret, signingTokenOf } from './bootstrap-secrets.ts';

const NAMESPACE = 'kube-public';
const NAME = 'cluster-info';
const KEY = `${NAMESPACE}/${NAME}`;
const SIGNATURE_PREFIX = 'jws-kubeconfig-';

/**
 * Signs the ConfigMap `cluster-info` with every bootstrap token, so that new nodes can trust it.
 *
 * @go k8s.io/kubernetes/pkg/controller/bootstrap#Signer
 */
export class BootstrapSigner implements Controller {
  readonly name = 'bootstrap-signer-controller';
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #configMaps: SharedInformer<ConfigMap>;
  readonly #secrets: SharedInformer<Secret>;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#configMaps = context.informers.for(corev1.configmaps);
    this.#secrets = context.informers.for(corev1.secrets);
    const onConfigMap = (map: DeepReadonly<ConfigMap>): void => {
      if (keyOf(map) === KEY) this.#queue.add(KEY);
    };
    const onSecret = (secret: DeepReadonly<Secret>): void => {
      if (namespaceOf(secret) === 'kube-system' && isBootstrapSecret(secret)) this.#queue.add(KEY);
    };
    this.#configMaps.addEventHandler({
      onAdd: onConfigMap,
      onUpdate: (_, map) => {
        onConfigMap(map);
      },
    });
    this.#secrets.addEventHandler({
      onAdd: onSecret,
      onUpdate: (_, secret) => {
        onSecret(secret);
      },
      onDelete: onSecret,
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 1,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#configMaps, this.#secrets],
        sync: () => this.sync(),
      },
      signal,
    );
  }

  /** Brings the signatures up to date. */
  async sync(): Promise<void> {
    const map = this.#configMaps.lister.get(NAMESPACE, NAME);
    const content = map?.data?.['kubeconfig'];
    if (map === undefined || content === undefined) return;
    const now = this.#context.clock.now();
    const signed: Record<string, string> = {};
    for (const secret of this.#secrets.lister.list({ namespace: 'kube-system' })) {
      const token = signingTokenOf(secret, now);
      if (token !== undefined) signed[SIGNATURE_PREFIX + token.id] = await detachedSignature(content, token);
    }
    const others = Object.entries(map.data ?? {}).filter(([name]) => !name.startsWith(SIGNATURE_PREFIX));
    const data = { ...Object.fromEntries(others), ...signed };
    if (isSame(data, map.data ?? {})) return;
    try {
      await this.#context.client.resource(corev1.configmaps, NAMESPACE).update({ ...map, data });
    } catch (err) {
      if (!isConflict(err) && !isNotFound(err)) throw err;
    }
  }
}

/**
 * A JSON Web Signature (HS256) without the text that it signs.
 *
 * @go k8s.io/cluster-bootstrap/token/jws#ComputeDetachedSignature
 */
export async function detachedSignature(
  content: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<string> {
  const key = new TextEncoder().encode(secret);
  const jws = await new FlattenedSign(new TextEncoder().encode(content))
    .setProtectedHeader({ alg: 'HS256', kid: id })
    .sign(key);
  return `${jws.protected ?? ''}..${jws.signature}`;
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
