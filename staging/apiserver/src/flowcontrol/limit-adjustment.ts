import { allocateConcurrency } from './concurrency-allocation.ts';
import type { PriorityLevel } from './priority-level.ts';

/**
 * Lends the seats that levels do not use to those that want more, within the bounds of each.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol#(*configController).updateBorrowingLocked
 */
export function adjustLimits(levels: readonly PriorityLevel[], now: number): { readonly fairFraction: number } {
  for (const level of levels) level.updateDemand(now);
  let remaining = levels.reduce((sum, { nominal }) => sum + nominal, 0);
  const limited: { readonly level: PriorityLevel; readonly least: number; readonly target: number }[] = [];
  for (const level of levels) {
    const { lower, nominal, demand } = level;
    if (level.isExempt) {
      const seats = Math.max(lower, demand.max);
      remaining -= seats;
      level.setCurrent(seats, seats);
    } else {
      const least = Math.max(lower, Math.min(nominal, demand.max));
      limited.push({ level, least, target: Math.max(least, demand.smoothed) });
    }
  }
  const lowest = limited.reduce((sum, { level }) => sum + level.lower, 0);
  const wanted = limited.reduce((sum, { least }) => sum + least, 0);
  if (remaining <= lowest) {
    for (const { level, target } of limited) level.setCurrent(level.lower, target);
    return { fairFraction: 0 };
  }
  if (remaining <= wanted) {
    const fraction = (remaining - lowest) / (wanted - lowest);
    for (const { level, least, target } of limited) {
      level.setCurrent(level.lower + Math.round((least - level.lower) * fraction), target);
    }
    return { fairFraction: 0 };
  }
  const items = limited.map(({ level, least, target }) => ({
    lowerBound: least,
    upperBound: Math.max(least, level.upper),
    target,
  }));
  const { allocations, fairFraction } = allocateConcurrency(remaining, items);
  for (const [i, { level, target }] of limited.entries()) level.setCurrent(Math.round(allocations[i] ?? 0), target);
  return { fairFraction };
}
