import { expectTypeOf, test } from 'vitest';

import type { Transport } from '@kubescript/client';

import type { EnvironmentTransport } from './types.ts';

test('transports of both packages are the same', () => {
  expectTypeOf<EnvironmentTransport>().toExtend<Transport>();
  expectTypeOf<Transport>().toExtend<EnvironmentTransport>();
});
