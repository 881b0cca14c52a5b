import type { Pod, PodTemplateSpec } from '@kubescript/api/core/v1';
import {
  deepCopy,
  type DeepReadonly,
  isNotFound,
  type KubeObject,
  nameOf,
  namespaceOf,
} from '@kubescript/apimachinery';
import { type Client, corev1, type EventRecorder } from '@kubescript/client';
import { newControllerRef } from '@kubescript/component-helpers';

/** Kind of an owner of pods. */
export interface OwnerKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What a pod made from a template has besides what the template says. */
export interface PodIdentity {
  /** In place of a generated name. */
  readonly name?: string;
  readonly generateName?: string;
  readonly finalizers?: readonly string[];
}

/**
 * Creates and deletes pods for controllers, and tells their owners' users about it.
 *
 * @go k8s.io/kubernetes/pkg/controller#RealPodControl
 */
export class PodControl {
  readonly #client: Client;
  readonly #recorder: EventRecorder;

  constructor(client: Client, recorder: EventRecorder) {
    this.#client = client;
    this.#recorder = recorder;
  }

  /** Creates a pod of `owner` from a template. */
  async create(
    template: DeepReadonly<PodTemplateSpec>,
    owner: DeepReadonly<KubeObject>,
    kind: OwnerKind,
    identity: PodIdentity = {},
  ): Promise<DeepReadonly<Pod>> {
    const pod = podFromTemplate(template, owner, kind, identity);
    try {
      const created = await this.#client.resource(corev1.pods, namespaceOf(owner)).create(pod);
      this.#recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${nameOf(created)}`);
      return created;
    } catch (err) {
      if (!isTerminatingNamespace(err)) {
        this.#recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${messageOf(err)}`);
      }
      throw err;
    }
  }

  /** Deletes a pod of `owner`; one that is gone already is fine. */
  async delete(pod: DeepReadonly<Pod>, owner: DeepReadonly<KubeObject>): Promise<void> {
    try {
      await this.#client.resource(corev1.pods, namespaceOf(pod)).delete(nameOf(pod));
      this.#recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${nameOf(pod)}`);
    } catch (err) {
      if (isNotFound(err)) return;
      this.#recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${messageOf(err)}`);
      throw err;
    }
  }
}

/** The pod that a template describes, controlled by `owner`. */
export function podFromTemplate(
  template: DeepReadonly<PodTemplateSpec>,
  owner: DeepReadonly<KubeObject>,
  kind: OwnerKind,
  identity: PodIdentity = {},
): Pod {
  const metadata = deepCopy(template.metadata ?? {}) as NonNullable<PodTemplateSpec['metadata']>;
  const finalizers = [...(metadata.finalizers ?? []), ...(identity.finalizers ?? [])];
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      namespace: namespaceOf(owner),
      ...(identity.name === undefined
        ? { generateName: identity.generateName ?? generatedPrefix(nameOf(owner)) }
        : { name: identity.name }),
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      ...(finalizers.length === 0 ? {} : { finalizers }),
      ownerReferences: [newControllerRef(owner, kind)],
    },
    spec: deepCopy(template.spec ?? { containers: [] }) as Pod['spec'],
    status: {},
  };
}

/** True for the refusal to create in a namespace that is being deleted. */
export function isTerminatingNamespace(err: unknown): boolean {
  const status = (
    err as { readonly status?: { readonly details?: { readonly causes?: readonly { reason?: string }[] } } }
  ).status;
  return status?.details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') === true;
}

function generatedPrefix(name: string): string {
  const prefix = `${name}-`;
  return prefix.length > 63 - 5 - 1 && name.length > 253 - 6 ? name.slice(0, 247) : prefix;
}

function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
