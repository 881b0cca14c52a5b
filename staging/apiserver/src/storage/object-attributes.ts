import { type DeepReadonly, type KubeObject, nameOf, namespaceOf } from '@kubescript/apimachinery';

/** What selectors look at. It is kept beside an object, so that selecting does not need the object itself. */
export interface ObjectAttributes {
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** By field label: `metadata.name`, `metadata.namespace`, and those of the resource (`spec.nodeName`). */
  readonly fields: Readonly<Record<string, string>>;
}

/** Tells the attributes of an object. @go k8s.io/apiserver/pkg/storage#AttrFunc */
export type AttributesOf = (object: DeepReadonly<KubeObject>) => ObjectAttributes;

/** The objects that a reader or watcher wants. */
export type AttributesPredicate = (attributes: ObjectAttributes) => boolean;

/** Field labels beyond name and namespace, with how to read them. */
export type SelectableFields = Readonly<Record<string, (object: DeepReadonly<KubeObject>) => string>>;

/** How the objects of a resource with these selectable fields show themselves to selectors. */
export function attributesFunc(selectable: SelectableFields = {}): AttributesOf {
  const readers = Object.entries(selectable);
  return function attributesOf(object) {
    const fields: Record<string, string> = {
      'metadata.name': nameOf(object),
      'metadata.namespace': namespaceOf(object),
    };
    for (const [field, valueOf] of readers) fields[field] = valueOf(object);
    return { labels: object.metadata.labels, fields };
  };
}
