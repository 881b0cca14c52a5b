import {
  deepCopy,
  apiVersionOf,
  invalid,
  FieldPath,
  newBadRequest,
  newConflict,
  newInvalid,
  newNotFound,
  labelSelectorAsSelector,
  type DeepReadonly,
  type KubeObject,
  type LabelSelector,
} from '@kubescript/apimachinery';
import type { EncodedObject, RequestContext, ResourceStore, Rest, UpdateCall } from '@kubescript/apiserver';
import type { Scale } from '@kubescript/api/autoscaling/v1';

import { scalePrinter } from '../printers/scale-printer.ts';
import { encodedObject } from './encoded.ts';
import { getObject } from './read.ts';
import { moveReplicasOwnership, replicasOwners } from './scale-managed-fields.ts';

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

/** A kind that can be scaled: `spec.replicas`, `status.replicas` and a selector of its pods. */
export interface Scalable extends KubeObject {
  spec: { replicas?: number; selector?: LabelSelector | Record<string, string> };
  status: { replicas?: number };
}

/**
 * The `scale` subresource: the replica count of an object under one kind for all of them.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/deployment/storage#ScaleREST
 */
export class ScaleRest<T extends Scalable> implements Rest {
  readonly kind = scaleKind;
  readonly table = scalePrinter;
  readonly store: ResourceStore<T>;
  readonly resource: { readonly group: string; readonly resource: string };
  readonly writes: Required<Pick<Rest, 'update'>>;

  constructor(
    store: ResourceStore<T>,
    resource: { readonly group: string; readonly resource: string },
    strategy: Parameters<ResourceStore<T>['withUpdateStrategy']>[0],
  ) {
    this.store = store;
    this.resource = resource;
    this.writes = store.withUpdateStrategy(strategy);
  }

  async get(name: string, context: RequestContext & { readonly resourceVersion: string }): Promise<EncodedObject> {
    const object = await getObject(this.store, name, context, context.resourceVersion);
    return encodedObject(scaleOf(object) as DeepReadonly<KubeObject>);
  }

  async update(name: string, call: UpdateCall): Promise<{ readonly item: EncodedObject; readonly created: boolean }> {
    const { item } = await this.writes.update(name, {
      ...call,
      validateCreate: () => Promise.resolve(),
      validateUpdate: () => Promise.resolve(),
      transform: async (current) => {
        if (current === undefined) throw newNotFound(this.resource, name);
        return this.scaleTo(current as DeepReadonly<T>, call);
      },
    });
    const scaled = scaleOf(item.object as unknown as DeepReadonly<T>);
    return { item: encodedObject(scaled as DeepReadonly<KubeObject>), created: false };
  }

  /** The object with the replica count that the new Scale asks for. */
  private async scaleTo(current: DeepReadonly<T>, call: UpdateCall): Promise<T> {
    const before = scaleWithManagers(current);
    const scale = (await call.transform(before)) as Scale;
    const object = deepCopy(current) as T;
    const name = object.metadata.name ?? '';
    if (scale.metadata.name !== undefined && scale.metadata.name !== '' && scale.metadata.name !== name) {
      throw newBadRequest(
        `the name of the object (${scale.metadata.name}) does not match the name on the URL (${name})`,
      );
    }
    this.checkIdentity(scale, object);
    checkScale(scale);
    await call.validateUpdate(scale, before);
    const replicas = scale.spec.replicas ?? 0;
    if (replicas !== object.spec.replicas) {
      moveReplicasOwnership(object, apiVersionOf(this.store.kind), scale.metadata.managedFields ?? []);
    }
    object.spec.replicas = replicas;
    return object;
  }

  private checkIdentity({ metadata }: Scale, object: T): void {
    const name = object.metadata.name ?? '';
    if (metadata.uid !== undefined && metadata.uid !== '' && metadata.uid !== object.metadata.uid) {
      const message = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${object.metadata.uid ?? ''}`;
      throw newConflict(this.resource, name, message);
    }
    const version = metadata.resourceVersion ?? '';
    if (version !== '' && version !== object.metadata.resourceVersion) {
      const message = 'the object has been modified; please apply your changes to the latest version and try again';
      throw newConflict(this.resource, name, message);
    }
  }
}

function checkScale(scale: Scale): void {
  const replicas = scale.spec.replicas ?? 0;
  if (replicas >= 0) return;
  const path = new FieldPath('spec').child('replicas');
  const problem = invalid(path, replicas, 'must be greater than or equal to 0');
  throw newInvalid({ group: 'autoscaling', kind: 'Scale' }, scale.metadata.name ?? '', [problem]);
}

/** The Scale of an object with the managers of its replica count, as updates need it. */
function scaleWithManagers<T extends Scalable>(object: DeepReadonly<T>): DeepReadonly<KubeObject> {
  const scale = scaleOf(object);
  const managedFields = replicasOwners(object, 'autoscaling/v1');
  return { ...scale, metadata: { ...scale.metadata, ...(managedFields.length > 0 && { managedFields }) } };
}

/** The Scale of an object. */
export function scaleOf<T extends Scalable>(object: DeepReadonly<T>): Scale {
  const { metadata, spec, status } = object as unknown as DeepReadonly<Scalable>;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const selector = selectorText(spec.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
    },
    spec: spec.replicas ? { replicas: spec.replicas } : {},
    status: { replicas: status.replicas ?? 0, ...(selector !== '' && { selector }) },
  };
}

/** A label selector, or the plain map of a ReplicationController, in the text form of queries. */
function selectorText(selector: DeepReadonly<Scalable['spec']['selector']>): string {
  if (!selector) return '';
  const isMap = !('matchLabels' in selector) && !('matchExpressions' in selector);
  const full = isMap ? { matchLabels: selector as Record<string, string> } : (selector as LabelSelector);
  return labelSelectorAsSelector(full).toString();
}
