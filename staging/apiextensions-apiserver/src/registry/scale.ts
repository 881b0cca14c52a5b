import {
  type DeepReadonly,
  type KubeObject,
  goValueText,
  newBadRequest,
  newConflict,
  newInternalError,
  jsonEqual,
} from '@kubescript/apimachinery';
import {
  EncodedItem,
  type EncodedObject,
  type RequestContext,
  type ResourceStore,
  type Rest,
  type UpdateCall,
} from '@kubescript/apiserver';
import type { CustomResourceSubresourceScale } from '@kubescript/api/apiextensions/v1';
import type { Scale } from '@kubescript/api/autoscaling/v1';

import { setValueAt, valueAt } from './scale-paths.ts';
import { goTypeOf } from './scale-validation.ts';
import { moveReplicas, ownersOfReplicas } from './scale-managed-fields.ts';

/** What a scale subresource is made from. */
export interface CustomScaleOptions {
  readonly store: ResourceStore;
  readonly resource: { readonly group: string; readonly resource: string };
  readonly apiVersion: string;
  readonly paths: DeepReadonly<CustomResourceSubresourceScale>;
}

/**
 * The `scale` subresource of a custom resource: the replica counts and the selector at the paths that its definition
 * names, as a Scale.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#ScaleREST
 */
export class CustomScaleRest implements Rest {
  readonly kind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
  readonly #options: CustomScaleOptions;

  constructor(options: CustomScaleOptions) {
    this.#options = options;
  }

  async get(name: string, context: RequestContext & { readonly resourceVersion: string }): Promise<EncodedObject> {
    const { object } = await this.#options.store.get(name, context);
    return encoded(this.#scaleOf(object, true));
  }

  async update(name: string, call: UpdateCall): Promise<{ readonly item: EncodedObject; readonly created: boolean }> {
    const { item } = await this.#options.store.update(name, {
      ...call,
      forceAllowCreate: false,
      validateCreate: () => Promise.resolve(),
      validateUpdate: () => Promise.resolve(),
      transform: (current) => this.#scaleTo(current, name, call),
    });
    return { item: encoded(this.#scaleOf(item.object, true)), created: false };
  }

  async #scaleTo(current: DeepReadonly<KubeObject> | undefined, name: string, call: UpdateCall): Promise<KubeObject> {
    const { paths, apiVersion } = this.#options;
    const before = current && this.#scaleWithManagers(current);
    const scale = (await call.transform(before)) as unknown as Scale;
    // The store says that there is none; what is returned here for it is not looked at.
    if (current === undefined) return scale;
    if ((scale.metadata.name ?? name) !== name) {
      throw newBadRequest(
        `the name of the object (${scale.metadata.name ?? ''}) does not match the name on the URL (${name})`,
      );
    }
    this.#checkIdentity(scale, current);
    const replicas = scale.spec.replicas ?? 0;
    await call.validateUpdate(scale, before);
    const object = structuredClone(current) as KubeObject & Record<string, unknown>;
    if (!jsonEqual(valueAt(object, paths.specReplicasPath), replicas)) {
      moveReplicas(object, { apiVersion, path: paths.specReplicasPath }, scale.metadata.managedFields ?? []);
    }
    setValueAt(object, paths.specReplicasPath, replicas);
    return object;
  }

  #checkIdentity({ metadata }: Scale, current: DeepReadonly<KubeObject>): void {
    const name = current.metadata.name ?? '';
    const { uid = '', resourceVersion = '' } = metadata;
    if (uid !== '' && uid !== current.metadata.uid) {
      const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid ?? ''}`;
      throw newConflict(this.#options.resource, name, message);
    }
    if (resourceVersion !== '' && resourceVersion !== current.metadata.resourceVersion) {
      const message = 'the object has been modified; please apply your changes to the latest version and try again';
      throw newConflict(this.#options.resource, name, message);
    }
  }

  #scaleWithManagers(object: DeepReadonly<KubeObject>): Scale {
    const { paths, apiVersion } = this.#options;
    const scale = this.#scaleOf(object, false);
    const managedFields = ownersOfReplicas(object, { apiVersion, path: paths.specReplicasPath });
    return managedFields.length === 0 ? scale : { ...scale, metadata: { ...scale.metadata, managedFields } };
  }

  /** @go k8s.io/apiextensions-apiserver/pkg/registry/customresource#scaleFromCustomResource */
  #scaleOf(object: DeepReadonly<KubeObject>, mustHaveReplicas: boolean): Scale {
    const { paths } = this.#options;
    const replicas = numberAt(object, paths.specReplicasPath);
    if (replicas === undefined && mustHaveReplicas) {
      throw newInternalError(
        new Error(`the spec replicas field ${JSON.stringify(paths.specReplicasPath)} does not exist`),
      );
    }
    const selector = selectorAt(object, paths.labelSelectorPath);
    const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
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
      spec: replicas === undefined || replicas === 0 ? {} : { replicas },
      status: {
        replicas: numberAt(object, paths.statusReplicasPath) ?? 0,
        ...(selector !== '' && { selector }),
      },
    };
  }
}

function encoded(scale: Scale): EncodedObject {
  return new EncodedItem(scale);
}

function numberAt(object: DeepReadonly<KubeObject>, path: string): number | undefined {
  const value = valueAt(object, path);
  if (value === undefined || value === null || typeof value === 'number') return value ?? undefined;
  throw newInternalError(
    new Error(`${path} accessor error: ${goValueText(value)} is of the type ${goTypeOf(value)}, expected int64`),
  );
}

function selectorAt(object: DeepReadonly<KubeObject>, path: string | undefined): string {
  if (path === undefined || path === '') return '';
  const value = valueAt(object, path);
  return typeof value === 'string' ? value : '';
}
