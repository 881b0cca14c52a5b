import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import { describe, expect, test } from 'vitest';

import { planNames } from './naming.ts';

const wanted = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList', shortNames: ['wd'] };

function definition(status: Partial<CustomResourceDefinition['status']> = {}): CustomResourceDefinition {
  return { metadata: {}, spec: { names: wanted }, status } as unknown as CustomResourceDefinition;
}

const taken = (resources: readonly string[], kinds: readonly string[] = []): Parameters<typeof planNames>[1] => ({
  resources: new Set(resources),
  kinds: new Set(kinds),
});

describe('planNames', () => {
  test('takes all names that are free', () => {
    const { names, accepted, established } = planNames(definition(), taken(['others']));
    expect(names).toEqual(wanted);
    expect(accepted).toMatchObject({ status: 'True', reason: 'NoConflicts', message: 'no conflicts found' });
    expect(established).toMatchObject({ status: 'False', reason: 'Installing' });
  });

  test.each([
    ['plural', ['widgets'], [], 'PluralConflict', '"widgets" is already in use'],
    ['singular', ['widget'], [], 'SingularConflict', '"widget" is already in use'],
    ['short names', ['wd'], [], 'ShortNamesConflict', '"wd" is already in use'],
    ['kind', [], ['Widget'], 'KindConflict', '"Widget" is already in use'],
    ['list kind', [], ['WidgetList'], 'ListKindConflict', '"WidgetList" is already in use'],
  ])('does not take a %s that somebody has', (_, resources, kinds, reason, message) => {
    const { accepted, established } = planNames(definition(), taken(resources, kinds));
    expect(accepted).toEqual({ type: 'NamesAccepted', status: 'False', reason, message });
    expect(established).toMatchObject({
      status: 'False',
      reason: 'NotAccepted',
      message: 'not all names are accepted',
    });
  });

  test('takes the others all the same', () => {
    const { names } = planNames(definition(), taken(['wd']));
    expect(names).toEqual({ plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' });
  });

  test('keeps what it has, and what is established', () => {
    const had = { ...wanted, shortNames: ['wd'] };
    const conditions = [{ type: 'Established', status: 'True', reason: 'InitialNamesAccepted' }];
    const status = { acceptedNames: had, conditions } as unknown as CustomResourceDefinition['status'];
    const { names, accepted, established } = planNames(definition(status), taken(['widgets', 'wd'], ['Widget']));
    expect(names).toEqual(had);
    expect(accepted.status).toBe('True');
    expect(established).toMatchObject({ status: 'True', reason: 'InitialNamesAccepted' });
  });
});
