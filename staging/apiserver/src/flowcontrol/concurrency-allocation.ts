/** What one level may and wants to have. */
export interface AllocationItem {
  readonly lowerBound: number;
  readonly upperBound: number;
  /** At least the lower bound. */
  readonly target: number;
}

const minTarget = 0.001;

/**
 * Shares `total` so that each item gets the same fraction of its target as far as its bounds let it. Items whose lower
 * bounds exceed the total get those; if the upper bounds do not reach it, they get them.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol#computeConcurrencyAllocation
 */
export function allocateConcurrency(
  total: number,
  items: readonly AllocationItem[],
): { readonly allocations: readonly number[]; readonly fairFraction: number } {
  const targets = items.map(({ target }) => Math.max(target, minTarget));
  const at = (fraction: number): number[] =>
    items.map(({ lowerBound, upperBound }, i) =>
      Math.min(upperBound, Math.max(lowerBound, fraction * (targets[i] ?? 0))),
    );
  const fraction = fractionFor(total, items, targets);
  return { allocations: at(fraction), fairFraction: fraction };
}

/** The fraction at which the allocations add up to the total: their sum grows with it, linearly between its bends. */
function fractionFor(total: number, items: readonly AllocationItem[], targets: readonly number[]): number {
  const bends = items
    .flatMap(({ lowerBound, upperBound }, i) => [lowerBound, upperBound].map((bound) => bound / (targets[i] ?? 1)))
    .sort((a, b) => a - b);
  const sumAt = (fraction: number): number =>
    items.reduce((sum, { lowerBound, upperBound }, i) => {
      return sum + Math.min(upperBound, Math.max(lowerBound, fraction * (targets[i] ?? 0)));
    }, 0);
  let before = 0;
  let sumBefore = sumAt(0);
  if (sumBefore >= total) return 0;
  for (const bend of bends) {
    const sum = sumAt(bend);
    if (sum >= total) {
      const slope = sum - sumBefore;
      return slope === 0 ? bend : before + ((total - sumBefore) / slope) * (bend - before);
    }
    before = bend;
    sumBefore = sum;
  }
  return before;
}
