import { isStatedList } from '../runtime/stated-lists.ts';
import type { FieldSchema, StructSchema } from '../schema/type-schema.ts';

/** A member of a struct, with what walks need to know of it. */
export interface PlannedMember {
  readonly field: FieldSchema;
  /** Its path element: `f:spec`. */
  readonly element: string;
  /** What the encoding of the struct has where nothing was said: `{}`, null or undefined (nothing). */
  readonly unsaid: unknown;
  /** An empty list that nobody stated is null where it is encoded at all. */
  readonly isAlwaysEncoded: boolean;
}

/** The members of a struct in the order of their path elements. */
export interface StructPlan {
  readonly members: readonly PlannedMember[];
  readonly names: ReadonlySet<string>;
}

const plans = new WeakMap<StructSchema, StructPlan>();

/** The plan of a struct; made when first asked for. */
export function structPlanOf(schema: StructSchema): StructPlan {
  let plan = plans.get(schema);
  if (plan === undefined) plans.set(schema, (plan = newStructPlan(schema)));
  return plan;
}

function newStructPlan({ fields }: StructSchema): StructPlan {
  const members = fields.map((field) => ({
    field,
    element: `f:${field.name}`,
    unsaid: unsaidOf(field),
    isAlwaysEncoded: isAlwaysEncoded(field),
  }));
  members.sort((a, b) => (a.element < b.element ? -1 : 1));
  return { members, names: new Set(fields.map(({ name }) => name)) };
}

function unsaidOf(field: FieldSchema): unknown {
  if (field.embedded === true) return {};
  if (field.type.kind === 'scalar') return field.type.scalar === 'raw' ? null : undefined;
  return isAlwaysEncoded(field) ? null : undefined;
}

function isAlwaysEncoded({ required, emitted, omitEmpty }: FieldSchema): boolean {
  return (required === true || emitted === true) && omitEmpty !== true;
}

/**
 * A member as the reference's encoding of the struct has it: what is held by value or has no `omitempty` is there even
 * when nothing was said about it, as long as the struct itself is.
 */
export function memberOf(struct: Readonly<Record<string, unknown>>, member: PlannedMember): unknown {
  const value = struct[member.field.name];
  if (value === undefined) return member.unsaid;
  return Array.isArray(value) && value.length === 0 && member.isAlwaysEncoded && !isStatedList(value) ? null : value;
}
