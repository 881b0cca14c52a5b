import type { ConfigMap, Namespace } from '@kubescript/api/core/v1';
import { type DeepReadonly, isAlreadyExists, isNotFound, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { corev1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { isActive } from './service-account-controller.ts';

/** The ConfigMap that pods read the cluster's certificate authority from. */
export const rootCaConfigMap = 'kube-root-ca.crt';

const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. ' +
  'No other usage is guaranteed across distributions of Kubernetes clusters.';

/**
 * Publishes the certificate authority of the API server in every namespace.
 *
 * @go k8s.io/kubernetes/pkg/controller/certificates/rootcacertpublisher#Publisher
 */
export class RootCaPublisher implements Controller {
  readonly name = 'root-ca-certificate-publisher-controller';
  readonly #context: ControllerContext;
  readonly #rootCa: string;
  readonly #queue: WorkQueue;
  readonly #configMaps: SharedInformer<ConfigMap>;
  readonly #namespaces: SharedInformer<Namespace>;

  /** @param options `rootCa` is PEM. */
  constructor(context: ControllerContext, options: { readonly rootCa: string }) {
    this.#context = context;
    this.#rootCa = options.rootCa;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#configMaps = context.informers.for(corev1.configmaps);
    this.#namespaces = context.informers.for(corev1.namespaces);
    const onConfigMap = (map: DeepReadonly<ConfigMap>): void => {
      if (nameOf(map) === rootCaConfigMap) this.#queue.add(namespaceOf(map));
    };
    this.#configMaps.addEventHandler({
      onUpdate: (_, map) => {
        onConfigMap(map);
      },
      onDelete: onConfigMap,
    });
    this.#namespaces.addEventHandler({
      onAdd: (namespace) => {
        this.#queue.add(nameOf(namespace));
      },
      onUpdate: (_, namespace) => {
        this.#queue.add(nameOf(namespace));
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: 1,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#configMaps, this.#namespaces],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Creates the ConfigMap of a namespace, or puts it right. */
  async sync(namespaceName: string): Promise<void> {
    const namespace = this.#namespaces.lister.get('', namespaceName);
    if (namespace === undefined || !isActive(namespace)) return;
    const api = this.#context.client.resource(corev1.configmaps, namespaceName);
    const wanted = this.#wanted(namespaceName);
    const existing = this.#configMaps.lister.get(namespaceName, rootCaConfigMap);
    try {
      if (existing === undefined) await api.create(wanted);
      else if (!isRight(existing, wanted)) {
        const annotations = { ...existing.metadata.annotations, ...wanted.metadata.annotations };
        await api.update({ ...existing, metadata: { ...existing.metadata, annotations }, data: wanted.data ?? {} });
      }
    } catch (err) {
      if (!isAlreadyExists(err) && !isNotFound(err) && !isTerminatingNamespace(err)) throw err;
    }
  }

  #wanted(namespace: string): ConfigMap {
    return {
      metadata: { name: rootCaConfigMap, namespace, annotations: { 'kubernetes.io/description': description } },
      data: { 'ca.crt': this.#rootCa },
    };
  }
}

function isRight(existing: DeepReadonly<ConfigMap>, wanted: ConfigMap): boolean {
  return (
    existing.data?.['ca.crt'] === wanted.data?.['ca.crt'] &&
    Object.keys(existing.data ?? {}).length === 1 &&
    existing.metadata.annotations?.['kubernetes.io/description'] === description
  );
}
