import { newBadRequest } from '../api/errors/index.ts';
import type { GroupKind, GroupVersion, GroupVersionKind } from '../schema/group-version.ts';
import { apiVersionOf, groupVersionKindOf } from '../schema/group-version.ts';
import type { TypeSchemas } from '../schema/type-schema.ts';
import { DecodeError, newDecodeContext } from './decode/context.ts';
import { newStructDecoders, type StructDecoders } from './decode/struct-decoder.ts';
import { unknownFields } from './decode/unknown-fields.ts';
import type { DeepReadonly, KubeObject } from './object.ts';
import type { Decoded, DecodeOptions, Scheme } from './scheme.ts';

/** Fills in the defaults of one kind of one version, in place. */
export type Defaulter = (object: KubeObject) => void;

/** Makes an object of another version from another, which must not be changed; sets apiVersion and kind. */
export type Conversion = (object: DeepReadonly<KubeObject>) => DeepReadonly<KubeObject>;

/** Two versions of one kind, and the ways between them. */
export interface ConversionPair {
  readonly hub: GroupVersionKind;
  readonly spoke: GroupVersionKind;
  readonly toHub: Conversion;
  readonly fromHub: Conversion;
}

/** What a scheme is made of. */
export interface SchemeParts {
  readonly schemas: TypeSchemas;
  /** Versions that are served, most preferred first. Kinds of other versions are unknown to the scheme. */
  readonly versions: readonly GroupVersion[];
  /** By `group/version/Kind` (`/v1/Pod`). */
  readonly defaults: Readonly<Record<string, Defaulter>>;
  readonly conversions: readonly ConversionPair[];
}

/** Makes a scheme. Struct decoders are compiled when a kind is first decoded. */
export function newScheme(parts: SchemeParts): Scheme {
  return new TableScheme(parts);
}

class TableScheme implements Scheme {
  readonly schemas: TypeSchemas;
  readonly #parts: SchemeParts;
  readonly #decoders: StructDecoders;
  readonly #spokes: ReadonlyMap<string, ConversionPair>;

  constructor(parts: SchemeParts) {
    this.schemas = parts.schemas;
    this.#parts = parts;
    this.#decoders = newStructDecoders(parts.schemas);
    this.#spokes = new Map(parts.conversions.map((pair) => [keyOfKind(pair.spoke), pair]));
  }

  versionsOf(kind: GroupKind): readonly string[] {
    return this.#parts.versions
      .filter(({ group, version }) => group === kind.group && this.#knows({ ...kind, version }))
      .map(({ version }) => version);
  }

  hubOf(kind: GroupVersionKind): GroupVersionKind | undefined {
    if (!this.#knows(kind)) return undefined;
    return this.#spokes.get(keyOfKind(kind))?.hub ?? kind;
  }

  decode(value: unknown, gvk: GroupVersionKind, options: DecodeOptions = {}): Decoded {
    const struct = this.schemas.kind(gvk);
    if (struct === undefined) {
      throw newBadRequest(`no kind "${gvk.kind}" is registered for version "${apiVersionOf(gvk)}"`);
    }
    const context = newDecodeContext(options.fromRequest);
    const object = handledAs(gvk, () => this.#decoders.of(struct.name)(value, context)) as KubeObject;
    object.kind = gvk.kind;
    object.apiVersion = apiVersionOf(gvk);
    if (options.skipDefaults !== true) this.setDefaults(object);
    const report = context.unknown && options.reportUnknown === true;
    return { object, problems: report ? unknownFields(value, struct.name, this.schemas) : [] };
  }

  setDefaults(object: KubeObject): void {
    this.#parts.defaults[keyOfKind(groupVersionKindOf(object))]?.(object);
  }

  convert(object: DeepReadonly<KubeObject>, to: GroupVersion): DeepReadonly<KubeObject> {
    const from = groupVersionKindOf(object);
    if (from.group === to.group && from.version === to.version) return object;
    const toHub = this.#spokes.get(keyOfKind(from));
    const hub = toHub === undefined ? object : toHub.toHub(object);
    const { group, version, kind } = groupVersionKindOf(hub);
    if (group === to.group && version === to.version) return hub;
    const fromHub = this.#spokes.get(keyOfKind({ ...to, kind }));
    if (fromHub === undefined)
      throw new Error(`cannot convert ${from.kind} from ${apiVersionOf(from)} to ${apiVersionOf(to)}`);
    return fromHub.fromHub(hub);
  }

  #knows(kind: GroupVersionKind): boolean {
    const served = this.#parts.versions.some(({ group, version }) => group === kind.group && version === kind.version);
    return served && this.schemas.kind(kind) !== undefined;
  }
}

function keyOfKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

function handledAs<T>(gvk: GroupVersionKind, decode: () => T): T {
  try {
    return decode();
  } catch (err) {
    if (!(err instanceof DecodeError)) throw err;
    const { kind, version } = gvk;
    throw newBadRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${err.message}`);
  }
}
