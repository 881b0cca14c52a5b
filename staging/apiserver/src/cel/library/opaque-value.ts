import { CelObject, type CelType, type Value } from '@kubescript/cel';

/** A value that only functions look into; equal to another when their texts are. */
export abstract class OpaqueValue extends CelObject {
  abstract override readonly type: CelType;

  /** What identifies the value among those of its type. */
  abstract override toString(): string;

  override equals(other: Value): boolean {
    return other instanceof OpaqueValue && other.type.name === this.type.name && other.toString() === this.toString();
  }

  override toJson(): unknown {
    return this.toString();
  }
}
