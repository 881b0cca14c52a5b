/** One JSDoc tag of a declaration: `@listMapKey name` is `{ name: 'listMapKey', text: 'name' }`. */
export interface Marker {
  readonly name: string;
  readonly text: string;
}

/** A type as it is written, with names resolved to where they are declared. */
export type TypeExpr =
  | { readonly kind: 'name'; readonly name: string; readonly from?: string }
  | { readonly kind: 'list'; readonly items: TypeExpr }
  | { readonly kind: 'map'; readonly values: TypeExpr };

/** One member of an interface. */
export interface ApiField {
  readonly name: string;
  readonly type: TypeExpr;
  /** Without `?`: always present in TypeScript. */
  readonly present: boolean;
  readonly description: string;
  readonly markers: readonly Marker[];
}

/** One interface, or an alias for a type that has no members of its own (`fields` is empty then). */
export interface ApiType {
  readonly name: string;
  readonly description: string;
  readonly markers: readonly Marker[];
  /** Go's embedded structs, in the order of their declaration. */
  readonly extends: readonly TypeExpr[];
  readonly fields: readonly ApiField[];
  /** An alias for a union or for `unknown`: values are kept as decoded JSON. */
  readonly unstructured?: boolean;
  /** The strings that an alias allows. */
  readonly literals?: readonly string[];
}

/** All types of one `types.ts`. */
export interface ApiPackage {
  /** Folder below `src`: `core/v1`. */
  readonly path: string;
  /** API group: '' for core. */
  readonly group: string;
  readonly version: string;
  /** What comes before the type's name in OpenAPI: `io.k8s.api.core.v1`. */
  readonly openApiPrefix: string;
  readonly types: readonly ApiType[];
}

/** The text of the first marker of that name, or undefined if there is none. */
export function markerOf(of: { readonly markers: readonly Marker[] }, name: string): string | undefined {
  return of.markers.find((marker) => marker.name === name)?.text;
}

/** The texts of all markers of that name, in order. */
export function markersOf(of: { readonly markers: readonly Marker[] }, name: string): readonly string[] {
  return of.markers.filter((marker) => marker.name === name).map((marker) => marker.text);
}
