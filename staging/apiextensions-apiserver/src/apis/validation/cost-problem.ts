/** By how much a cost is too high, and what can be done. @go apiextensions/validation#getCostErrorMessage */
export function costProblem(name: string, cost: number, limit: number): string {
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  return `${name} exceeds budget by factor of ${factorText(cost / limit)} ${advice}`;
}

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x';
  // Close to the limit one digit would say 1.0.
  return factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
}
