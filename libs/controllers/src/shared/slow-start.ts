/**
 * Does something `count` times, in batches that double from one while all of a batch succeed, so that a quota that
 * refuses everything is not asked a thousand times. Resolves with the number of successes and the first failure.
 *
 * @go k8s.io/kubernetes/pkg/controller/replicaset#slowStartBatch
 */
export async function slowStartBatch(
  count: number,
  action: (index: number) => Promise<void>,
): Promise<{ readonly successes: number; readonly error?: unknown }> {
  let successes = 0;
  for (let size = Math.min(1, count); size > 0; size = Math.min(2 * size, count - successes)) {
    const start = successes;
    const results = await Promise.allSettled(Array.from({ length: size }, (_, i) => action(start + i)));
    successes += results.filter((result) => result.status === 'fulfilled').length;
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) return { successes, error: failed.reason };
  }
  return { successes };
}
