/**
 * Runs `work` on every item, at most `workers` at once. Waits for all that began, then throws the first error; after an
 * error nothing more is begun.
 */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const errors: unknown[] = [];
  const run = async (): Promise<void> => {
    for (const item of left) {
      if (errors.length > 0) return;
      await work(item).catch((err: unknown) => errors.push(err));
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, run));
  if (errors.length > 0) throw errors[0];
}
