import type { ObjectMeta } from '@kubescript/apimachinery';

/** What a flunder refers to. */
export type ReferenceType = 'Flunder' | 'Fischer';

/** What is wanted of a flunder: it refers to another flunder, or to a fischer, by name. */
export interface FlunderSpec {
  flunderReference?: string;
  fischerReference?: string;
  referenceType?: ReferenceType;
}

/** Something that lives in a namespace. */
export interface Flunder {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec: FlunderSpec;
  status: Record<string, never>;
}

/** Something of the whole cluster, which says which flunders are not wanted. */
export interface Fischer {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  disallowedFlunders?: string[];
}
