import {
  type DeepReadonly,
  type GroupVersion,
  type GroupVersionKind,
  type KubeObject,
  apiVersionOf,
} from '@kubescript/apimachinery';

import type { AdmissionAttributes } from './admission.ts';

/**
 * The objects of a request in the version that a hook or policy wants to see.
 *
 * @go k8s.io/apiserver/pkg/admission#VersionedAttributes
 */
export interface VersionedAttributes {
  readonly attributes: AdmissionAttributes;
  readonly kind: GroupVersionKind;
  readonly object: DeepReadonly<KubeObject> | undefined;
  readonly oldObject: DeepReadonly<KubeObject> | undefined;
}

/** Shows the objects of a request in a version. Never converts twice for one kind without need. */
export interface VersionedAttributeAccessor {
  attributesFor(kind: GroupVersionKind): VersionedAttributes;
}

/** The objects in the version of `kind`; throws what the conversion throws. */
export function newVersionedAttributes(attributes: AdmissionAttributes, kind: GroupVersionKind): VersionedAttributes {
  return {
    attributes,
    kind,
    object: converted(attributes, attributes.object, kind),
    oldObject: converted(attributes, attributes.oldObject, kind),
  };
}

/** Remembers what was converted: for plugins that only look. */
export function newValidatingAccessor(attributes: AdmissionAttributes): VersionedAttributeAccessor {
  const made = new Map<string, VersionedAttributes>();
  return {
    attributesFor(kind) {
      const key = `${apiVersionOf(kind)}/${kind.kind}`;
      const known = made.get(key);
      if (known) return known;
      const versioned = newVersionedAttributes(attributes, kind);
      made.set(key, versioned);
      return versioned;
    },
  };
}

/**
 * The objects of a request while mutating plugins work on them, in the version of the last one that asked. Call
 * `settle` at the end: only then does the request have the new state.
 */
export class MutatingAttributes implements VersionedAttributeAccessor {
  readonly #attributes: AdmissionAttributes;
  #current: VersionedAttributes | undefined;
  #isDirty = false;

  constructor(attributes: AdmissionAttributes) {
    this.#attributes = attributes;
  }

  /** The attributes as a later hook has to see them: with what earlier ones changed. */
  get latest(): AdmissionAttributes {
    const { object } = this.#current ?? {};
    return this.#isDirty ? { ...this.#attributes, object: object as KubeObject | undefined } : this.#attributes;
  }

  attributesFor(kind: GroupVersionKind): VersionedAttributes {
    const current = this.#current;
    if (!current) this.#current = newVersionedAttributes(this.#attributes, kind);
    else if (apiVersionOf(current.kind) !== apiVersionOf(kind) || current.kind.kind !== kind.kind) {
      const object = this.#isDirty ? current.object : this.#attributes.object;
      this.#current = {
        attributes: this.#attributes,
        kind,
        object: converted(this.#attributes, object, kind),
        oldObject: converted(this.#attributes, this.#attributes.oldObject, kind),
      };
    }
    return this.#current as VersionedAttributes;
  }

  /** Puts a new state in place of the one that was last asked for; it is of the same version, defaulted. */
  update(object: KubeObject): void {
    if (!this.#current) throw new Error('nothing was asked for yet');
    this.#current = { ...this.#current, object };
    this.#isDirty = true;
  }

  /** Hands the new state over to the request, in the hub version. */
  settle(): void {
    const object = this.#current?.object;
    if (!this.#isDirty || !object) return;
    const { scheme } = this.#attributes.interfaces;
    const hub = this.#current && scheme.hubOf(this.#current.kind);
    this.#attributes.object = (hub ? scheme.convert(object, hub) : object) as KubeObject;
  }
}

function converted(
  { interfaces }: AdmissionAttributes,
  object: DeepReadonly<KubeObject> | undefined,
  to: GroupVersion & { readonly kind: string },
): DeepReadonly<KubeObject> | undefined {
  if (object === undefined) return undefined;
  return object.kind === to.kind ? interfaces.scheme.convert(object, to) : object;
}
