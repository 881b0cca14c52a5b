import {
  type DeepReadonly,
  isInvalid,
  isNotFound,
  type KubeObject,
  nameOf,
  namespaceOf,
  type Selector,
  uidOf,
} from '@kubescript/apimachinery';
import type { Client, Resource } from '@kubescript/client';
import { controllerOf, newControllerRef } from '@kubescript/component-helpers';

/** Whose objects are claimed, and how. */
export interface ClaimOptions<T extends KubeObject> {
  readonly client: Client;
  readonly owner: DeepReadonly<KubeObject>;
  readonly ownerKind: { readonly apiVersion: string; readonly kind: string };
  readonly resource: Resource<T>;
  readonly selector: Selector;
  /** Further conditions that an orphan must meet. */
  readonly mayAdopt?: (object: DeepReadonly<T>) => boolean;
  /** Reads the owner from the server, for an adoption must not follow its deletion. */
  readonly freshOwner: () => Promise<DeepReadonly<KubeObject>>;
}

/**
 * The objects that belong to an owner: those that it controls and selects. Orphans that it selects are adopted, and
 * controlled ones that it no longer selects are released.
 *
 * @go k8s.io/kubernetes/pkg/controller#BaseControllerRefManager
 */
export async function claimObjects<T extends KubeObject>(
  options: ClaimOptions<T>,
  objects: readonly DeepReadonly<T>[],
): Promise<readonly DeepReadonly<T>[]> {
  let mayAdopt: Promise<void> | undefined;
  const checkOwner = (): Promise<void> => (mayAdopt ??= checkAdoption(options));
  const claimed = await Promise.all(objects.map((object) => claim(options, object, checkOwner)));
  return objects.filter((_, index) => claimed[index]);
}

async function claim<T extends KubeObject>(
  options: ClaimOptions<T>,
  object: DeepReadonly<T>,
  checkOwner: () => Promise<void>,
): Promise<boolean> {
  const { owner, selector } = options;
  const controller = controllerOf(object);
  const selected = selector.matches(object.metadata.labels);
  if (controller !== undefined) {
    if (controller.uid !== uidOf(owner)) return false;
    if (selected) return true;
    if (owner.metadata.deletionTimestamp === undefined) await release(options, object);
    return false;
  }
  if (owner.metadata.deletionTimestamp !== undefined || object.metadata.deletionTimestamp !== undefined) return false;
  if (!selected || options.mayAdopt?.(object) === false) return false;
  await checkOwner();
  return adopt(options, object);
}

async function checkAdoption<T extends KubeObject>({ owner, freshOwner }: ClaimOptions<T>): Promise<void> {
  const fresh = await freshOwner();
  if (uidOf(fresh) !== uidOf(owner)) throw new Error(`${nameOf(owner)} was replaced by another object of its name`);
  if (fresh.metadata.deletionTimestamp !== undefined) throw new Error(`${nameOf(owner)} is being deleted`);
}

async function adopt<T extends KubeObject>(options: ClaimOptions<T>, object: DeepReadonly<T>): Promise<boolean> {
  const references = [...(object.metadata.ownerReferences ?? []), newControllerRef(options.owner, options.ownerKind)];
  return patchReferences(options, object, references);
}

async function release<T extends KubeObject>(options: ClaimOptions<T>, object: DeepReadonly<T>): Promise<void> {
  const references = (object.metadata.ownerReferences ?? []).filter((ref) => ref.uid !== uidOf(options.owner));
  await patchReferences(options, object, references);
}

/** The UID in the patch makes sure that it is this object that is changed; the version, that no reference is lost. */
async function patchReferences<T extends KubeObject>(
  { client, resource }: ClaimOptions<T>,
  object: DeepReadonly<T>,
  ownerReferences: readonly unknown[],
): Promise<boolean> {
  const metadata = { uid: uidOf(object), resourceVersion: object.metadata.resourceVersion, ownerReferences };
  try {
    const api = client.resource(resource, namespaceOf(object));
    await api.patch(nameOf(object), 'application/merge-patch+json', { metadata });
    return true;
  } catch (err) {
    if (isNotFound(err) || isInvalid(err)) return false;
    throw err;
  }
}
