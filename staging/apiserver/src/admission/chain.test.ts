import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import type { AdmissionAttributes, AdmissionPlugin } from './admission.ts';
import { newAdmissionChain } from './chain.ts';
import { newAdmissionMetrics } from './metrics.ts';
import { ReinvocationContext } from './reinvocation.ts';

/** The chain looks at no more of a request than this. */
const request = (operation: AdmissionAttributes['operation'] = 'CREATE'): AdmissionAttributes =>
  ({ operation, reinvocation: new ReinvocationContext() }) as AdmissionAttributes;

interface Recording {
  readonly calls: string[];
  readonly plugin: (name: string, more?: Partial<AdmissionPlugin>) => AdmissionPlugin;
}

function recording(): Recording {
  const calls: string[] = [];
  const note = (text: string) => () => {
    calls.push(text);
    return Promise.resolve();
  };
  const plugin = (name: string, more: Partial<AdmissionPlugin> = {}): AdmissionPlugin => ({
    name,
    handles: () => true,
    admit: note(`${name} admits`),
    validate: note(`${name} validates`),
    ...more,
  });
  return { calls, plugin };
}

test('plugins are called in their order, for operations that they handle', async () => {
  const { calls, plugin } = recording();
  const chain = newAdmissionChain([plugin('a'), plugin('b', { handles: (operation) => operation === 'DELETE' })]);
  await chain.admit(request());
  await chain.validate(request('DELETE'));
  expect(calls).toEqual(['a admits', 'a validates', 'b validates']);
});

test('a plugin may ask for a second round', async () => {
  const { calls, plugin } = recording();
  const asking = plugin('c', {
    admit: ({ reinvocation }) => {
      calls.push(`c admits${reinvocation.isReinvoke ? ' again' : ''}`);
      reinvocation.shouldReinvoke = true;
      return Promise.resolve();
    },
  });
  await newAdmissionChain([plugin('a'), asking]).admit(request());
  expect(calls).toEqual(['a admits', 'c admits', 'a admits', 'c admits again']);
});

test('the first refusal ends the request, and is counted', async () => {
  const { calls, plugin } = recording();
  const registry = new MetricsRegistry();
  const refusing = plugin('no', { admit: () => Promise.reject(new Error('no')) });
  const chain = newAdmissionChain([refusing, plugin('a')], newAdmissionMetrics(registry));
  await expect(chain.admit(request())).rejects.toThrow('no');
  expect(calls).toEqual([]);
  const text = await registry.expose();
  const labels = 'name="no",operation="CREATE",rejected="true",type="admit"';
  expect(text).toContain(`apiserver_admission_controller_admission_duration_seconds_count{${labels}} 1`);
});
