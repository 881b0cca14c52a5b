import type { PersistentVolumeClaimSpec } from '@kubescript/api/core/v1';
import { canonicalQuantity, parseQuantity, quote, type DeepReadonly } from '@kubescript/apimachinery';

/** Amounts of bytes that are not whole numbers. */
export function fractionWarnings(
  quantities: Readonly<Record<string, string>> | undefined,
  path: string,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const text = quantities?.[name];
    if (text === undefined || parseQuantity(text).milliValue() % 1000 === 0) return [];
    const value = quote(canonicalQuantity(text));
    return [`${path}[${name}]: fractional byte value ${value} is invalid, must be an integer`];
  });
}

/** Sizes of a claim that are no whole numbers of bytes. @go pkg/api/persistentvolumeclaim#GetWarningsForPersistentVolumeClaimSpec */
export function claimSpecWarnings(spec: DeepReadonly<PersistentVolumeClaimSpec> | undefined, path: string): string[] {
  const { requests, limits } = spec?.resources ?? {};
  return [
    ...fractionWarnings(requests, `${path}.resources.requests`, ['storage']),
    ...fractionWarnings(limits, `${path}.resources.limits`, ['storage']),
  ];
}
