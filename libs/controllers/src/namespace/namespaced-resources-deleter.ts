import type { Namespace } from '@kubescript/api/core/v1';
import { type Clock, type DeepReadonly, isMethodNotSupported, isNotFound, realClock } from '@kubescript/apimachinery';
import {
  type Client,
  type DiscoveredResource,
  type Discovery,
  corev1,
  preferredResources,
  supportsVerbs,
} from '@kubescript/client';

import { type DeletionFindings, namespaceConditions } from './namespace-conditions.ts';

/** The finalizer of `spec.finalizers` that stands for this controller's work. */
const kubernetesFinalizer = 'kubernetes';

/** How a deleter is made. */
export interface DeleterOptions {
  readonly client: Client;
  readonly discovery: Discovery;
  readonly clock?: Clock;
}

/** What one resource has left in a namespace after it was emptied as far as possible. */
interface Leftover {
  readonly resource: string;
  readonly objects: readonly DeepReadonly<{ readonly metadata: { readonly finalizers?: readonly string[] } }>[];
  /** Milliseconds until the last of them (pods that end gracefully) should be gone. */
  readonly wait: number;
}

/**
 * Empties namespaces that are being deleted, and lets them go once they are empty.
 * @go k8s.io/kubernetes/pkg/controller/namespace/deletion#NamespacedResourcesDeleterInterface
 */
export class NamespacedResourcesDeleter {
  readonly #options: DeleterOptions;

  constructor(options: DeleterOptions) {
    this.#options = options;
  }

  /**
   * Does one attempt for a namespace. Resolves with undefined if nothing is left to do, else with the milliseconds
   * after which to look again. Rejects if it could not find out; `status.conditions` tell users what is left.
   */
  async delete(namespace: DeepReadonly<Namespace>): Promise<number | undefined> {
    const name = namespace.metadata.name ?? '';
    if (namespace.metadata.deletionTimestamp === undefined) return undefined;
    if (!(namespace.spec.finalizers ?? []).includes(kubernetesFinalizer)) return undefined;
    const current = await this.#markTerminating(namespace);
    const { findings, wait } = await this.#emptyNamespace(name);
    const updated = await this.#writeConditions(current, findings);
    if (findings.deletionErrors.length > 0) throw new Error(findings.deletionErrors.join('; '));
    if (findings.discoveryError !== undefined) throw new Error(findings.discoveryError);
    if (findings.remaining.size > 0) return Math.max(wait, 100);
    await this.#finalize(updated);
    return undefined;
  }

  async #markTerminating(namespace: DeepReadonly<Namespace>): Promise<DeepReadonly<Namespace>> {
    if (namespace.status.phase === 'Terminating') return namespace;
    const client = this.#options.client.resource(corev1.namespaces);
    return client.updateStatus({ ...namespace, status: { ...namespace.status, phase: 'Terminating' } });
  }

  async #emptyNamespace(namespace: string): Promise<{ findings: DeletionFindings; wait: number }> {
    const groups = await this.#options.discovery.groups();
    const stale = groups.flatMap(({ versions }) => versions).filter(({ fresh }) => !fresh);
    const resources = preferredResources(groups).filter(
      (resource) => resource.namespaced && supportsVerbs(resource, 'delete', 'list'),
    );
    const results = await Promise.allSettled(resources.map((resource) => this.#emptyResource(resource, namespace)));
    const leftovers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const deletionErrors = results.flatMap((result) =>
      result.status === 'rejected' ? [messageOf(result.reason)] : [],
    );
    const discoveryError = stale.map(({ group, version }) => `${group}/${version}`).join(', ');
    return {
      findings: {
        ...(discoveryError === '' ? {} : { discoveryError: `could not discover the resources of ${discoveryError}` }),
        deletionErrors,
        remaining: new Map(
          leftovers
            .filter(({ objects }) => objects.length > 0)
            .map(({ resource, objects }) => [resource, objects.length]),
        ),
        finalizers: countFinalizers(leftovers),
      },
      wait: Math.max(0, ...leftovers.map((leftover) => leftover.wait)),
    };
  }

  async #emptyResource(resource: DiscoveredResource, namespace: string): Promise<Leftover> {
    const client = this.#options.client.metadata(resource, namespace);
    const name = resource.group === '' ? `${resource.resource}.` : `${resource.resource}.${resource.group}`;
    const before = await client.list().catch(unlessUnsupported);
    if (before === undefined || before.items.length === 0) return { resource: name, objects: [], wait: 0 };
    const wait = resource.resource === 'pods' && resource.group === '' ? await this.#graceOfPods(namespace) : 0;
    await this.#deleteAll(
      resource,
      namespace,
      before.items.map(({ metadata }) => metadata.name ?? ''),
    );
    return { resource: name, objects: (await client.list()).items, wait };
  }

  async #deleteAll(resource: DiscoveredResource, namespace: string, names: readonly string[]): Promise<void> {
    const client = this.#options.client.resource(resource, namespace);
    if (supportsVerbs(resource, 'deletecollection')) {
      await client.deleteCollection({ propagationPolicy: 'Background' });
      return;
    }
    for (const name of names) {
      await client.delete(name, { propagationPolicy: 'Background' }).catch(unlessGone);
    }
  }

  /** The longest time that a pod of the namespace may take to end. */
  async #graceOfPods(namespace: string): Promise<number> {
    const { items } = await this.#options.client.resource(corev1.pods, namespace).list();
    const seconds = items
      .filter(({ status }) => status.phase !== 'Succeeded' && status.phase !== 'Failed')
      .map(({ spec }) => spec.terminationGracePeriodSeconds ?? 0);
    return Math.max(0, ...seconds) * 1000;
  }

  async #writeConditions(
    namespace: DeepReadonly<Namespace>,
    findings: DeletionFindings,
  ): Promise<DeepReadonly<Namespace>> {
    const { clock = realClock, client } = this.#options;
    const conditions = namespaceConditions(namespace.status.conditions ?? [], findings, clock.now());
    return client
      .resource(corev1.namespaces)
      .updateStatus({ ...namespace, status: { ...namespace.status, conditions } });
  }

  async #finalize(namespace: DeepReadonly<Namespace>): Promise<void> {
    const finalizers = (namespace.spec.finalizers ?? []).filter((finalizer) => finalizer !== kubernetesFinalizer);
    const client = this.#options.client.resource(corev1.namespaces);
    await client
      .updateSubresource('finalize', { ...namespace, spec: { ...namespace.spec, finalizers } })
      .catch(unlessGone);
  }
}

function countFinalizers(leftovers: readonly Leftover[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { objects } of leftovers) {
    for (const { metadata } of objects) {
      for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
    }
  }
  return counts;
}

/** A resource that cannot be listed, or is no longer served, has nothing to delete. */
function unlessUnsupported(err: unknown): undefined {
  if (!isMethodNotSupported(err) && !isNotFound(err)) throw err;
}

function unlessGone(err: unknown): void {
  if (!isNotFound(err)) throw err;
}

function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
