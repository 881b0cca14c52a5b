/** A group and a version of the API; the core group is ''. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Names a type of object. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** Names a collection that is served. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** A kind whatever its version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource whatever its version. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** `apiVersion` of an object: `v1`, `apps/v1`. */
export function apiVersionOf(gv: GroupVersion): string {
  return gv.group === '' ? gv.version : `${gv.group}/${gv.version}`;
}

/** Splits an `apiVersion`; throws an Error if it has more than one slash. */
export function parseGroupVersion(apiVersion: string): GroupVersion {
  const parts = apiVersion.split('/');
  if (parts.length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  const [first = '', second] = parts;
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

/** The group, version and kind that an object states. */
export function groupVersionKindOf(object: { readonly apiVersion?: string; readonly kind?: string }): GroupVersionKind {
  return { ...parseGroupVersion(object.apiVersion ?? ''), kind: object.kind ?? '' };
}

/** `deployments.apps`, or `pods` for the core group. */
export function formatGroupResource(gr: GroupResource): string {
  return gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`;
}
