import { CelDuration, parseDuration } from '@kubescript/cel';

const unitNanos: readonly (readonly [RegExp, bigint])[] = [
  [/^(?:ns|nanos?|nanoseconds?)$/, 1n],
  [/^(?:us|\u00b5s|micros?|microseconds?)$/, 1_000n],
  [/^(?:ms|millis?|milliseconds?)$/, 1_000_000n],
  [/^(?:s|secs?|seconds?)$/, 1_000_000_000n],
  [/^(?:m|mins?|minutes?)$/, 60_000_000_000n],
  [/^(?:h|hrs?|hours?)$/, 3_600_000_000_000n],
  [/^(?:d|days?)$/, 86_400_000_000_000n],
  [/^(?:w|wks?|weeks?)$/, 604_800_000_000_000n],
];

/**
 * Reads a duration as OpenAPI's format `duration` allows it: as Go writes them, or in words (`2 days`).
 * @go k8s.io/kube-openapi/pkg/validation/strfmt#ParseDuration
 */
export function parseOpenApiDuration(text: string): CelDuration | undefined {
  const plain = parseDuration(text);
  if (plain !== undefined) return plain;
  let nanos = 0n;
  let found = false;
  for (const [, count = '0', unit = ''] of text.matchAll(/(\d+)\s*([A-Za-z\u00b5]+)/g)) {
    const scale = unitNanos.find(([pattern]) => pattern.test(unit))?.[1];
    if (scale === undefined) return undefined;
    nanos += BigInt(count) * scale;
    found = true;
  }
  return found ? new CelDuration(nanos) : undefined;
}
