import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import { type DeepReadonly, newConflict } from '@kubescript/apimachinery';
import type { ResourceClient } from '@kubescript/client';
import { describe, expect, test } from 'vitest';

import { ApiServiceIndex } from '../apis/api-service-index.ts';
import { AutoRegisterController } from './auto-register-controller.ts';
import { CustomRegistration } from './custom-registration.ts';
import { type Automanaged, localApiService } from './desired.ts';
import { type RegistrationAction, planRegistration } from './plan.ts';

const groupVersion = { group: 'a.io', version: 'v1' };
const wanted = (managed: Automanaged, group = 10): APIService =>
  localApiService(groupVersion, { group, version: 15 }, managed);
const unmanaged: APIService = { ...wanted('true'), metadata: { name: 'v1.a.io' } };

// The table of upstream's kube-aggregator/pkg/controllers/autoregister#(*autoRegisterController).checkAPIService.
describe('planRegistration', () => {
  const [onstart, always, other] = [wanted('onstart'), wanted('true'), wanted('true', 99)];
  const otherOnstart = wanted('onstart', 99);
  test.each<
    [
      string,
      DeepReadonly<APIService> | undefined,
      DeepReadonly<APIService> | undefined,
      boolean,
      boolean,
      RegistrationAction,
    ]
  >([
    ['2A: neither is there', undefined, undefined, false, false, 'nothing'],
    ['2B: missing, once', onstart, undefined, false, false, 'create'],
    ['2B: missing again', onstart, undefined, true, false, 'nothing'],
    ['2C: missing, always', always, undefined, true, false, 'create'],
    ['3: not ours', other, unmanaged, false, true, 'nothing'],
    ['4: made by another server meanwhile', other, onstart, false, false, 'nothing'],
    ['5A: of an earlier start, not wanted any more', undefined, onstart, false, true, 'delete'],
    ['5A: decided before', undefined, onstart, true, true, 'nothing'],
    ['5B: of an earlier start, changed', otherOnstart, onstart, false, true, 'update'],
    ['5B: changed by somebody since', otherOnstart, onstart, true, true, 'nothing'],
    ['6A: not wanted any more', undefined, always, true, false, 'delete'],
    ['6C: changed by somebody', other, always, true, false, 'update'],
    ['6C: as it should be', always, always, true, false, 'nothing'],
  ])('%s', (_, desired, current, hasSynced, wasThereAtStart, action) => {
    expect(planRegistration({ desired, current, hasSynced, wasThereAtStart })).toBe(action);
  });
});

/** A client that writes straight into the index, after the stated number of conflicts. */
function fakeClient(index: ApiServiceIndex, conflicts = 0): ResourceClient<APIService> {
  let left = conflicts;
  const client: Partial<ResourceClient<APIService>> = {
    create(object) {
      if (left-- > 0) return Promise.reject(newConflict({ group: '', resource: 'apiservices' }, 'x', 'busy'));
      const made = { ...object, status: { conditions: [{ type: 'Available', status: 'True' }] } } as APIService;
      index.onAdd(made);
      return Promise.resolve(made);
    },
    delete(name) {
      const found = index.get(name);
      if (found) index.onDelete(found);
      return Promise.resolve();
    },
  };
  return client as ResourceClient<APIService>;
}

describe('AutoRegisterController', () => {
  test('registers what is wanted, tries again, and says when all is there', async () => {
    const index = new ApiServiceIndex();
    const errors: unknown[] = [];
    const controller = new AutoRegisterController({
      index,
      client: fakeClient(index, 1),
      onError: (error) => errors.push(error),
    });
    controller.add(wanted('onstart'));
    const stop = new AbortController();
    const running = controller.run(stop.signal);
    await controller.complete;
    expect(index.names()).toEqual(['v1.a.io']);
    expect(errors).toHaveLength(1);
    controller.add({ ...wanted('true'), metadata: { ...wanted('true').metadata, name: 'v1.b.io' } });
    await expect.poll(() => index.names()).toContain('v1.b.io');
    controller.remove('v1.b.io');
    await expect.poll(() => index.names()).not.toContain('v1.b.io');
    stop.abort();
    await running;
  });

  test('is complete at once if everything is there', async () => {
    const index = new ApiServiceIndex();
    index.onAdd({ ...wanted('onstart'), status: { conditions: [{ type: 'Available', status: 'True' }] } });
    const controller = new AutoRegisterController({ index, client: fakeClient(index), onError: () => undefined });
    controller.add(wanted('onstart'));
    const stop = new AbortController();
    const running = controller.run(stop.signal);
    await controller.complete;
    stop.abort();
    await running;
  });
});

test('custom resources are registered for every version that is served, as long as a definition serves it', () => {
  const definition = (name: string, versions: Readonly<Record<string, boolean>>): CustomResourceDefinition =>
    ({
      metadata: { name },
      spec: {
        group: 'c.io',
        versions: Object.entries(versions).map(([version, served]) => ({ name: version, served, storage: false })),
      },
    }) as unknown as CustomResourceDefinition;
  const calls: string[] = [];
  const custom = new CustomRegistration({
    add: ({ metadata, spec }: DeepReadonly<APIService>) =>
      calls.push(`add ${metadata.name ?? ''} ${String(spec.groupPriorityMinimum)}/${String(spec.versionPriority)}`),
    remove: (name: string) => calls.push(`remove ${name}`),
  });
  custom.set(definition('x.c.io', { v1: true, v2: false }));
  custom.set(definition('x.c.io', { v1: true, v2: false }));
  expect(calls.splice(0)).toEqual(['add v1.c.io 1000/100']);
  custom.set(definition('y.c.io', { v2: true }));
  custom.set(definition('x.c.io', { v1: false, v2: true }));
  expect(calls.splice(0)).toEqual(['add v2.c.io 1000/100', 'remove v1.c.io']);
  custom.delete(definition('x.c.io', {}));
  expect(calls).toEqual([]);
  custom.delete(definition('y.c.io', {}));
  expect(calls).toEqual(['remove v2.c.io']);
});
