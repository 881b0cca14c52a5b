/**
 * Works on every item; a failure does not stop the others. Throws the failures together at the end.
 */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const problems: Error[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (err) {
      if (!(err instanceof Error)) throw err;
      problems.push(err);
    }
  }
  const [only] = problems;
  if (problems.length === 1 && only !== undefined) throw only;
  if (problems.length > 1) throw new AggregateError(problems);
}
