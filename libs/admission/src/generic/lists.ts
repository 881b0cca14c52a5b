/** A list as it was decoded, where null stands for none. */
export function listOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  return list ?? [];
}
