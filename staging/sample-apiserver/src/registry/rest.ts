import type { ApiGroupVersion, NewStore } from '@kubescript/apiserver';

import { groupVersion } from '../apis/wardle/scheme.ts';
import type { Fischer, Flunder } from '../apis/wardle/v1alpha1/types.ts';
import { fischerStrategy, flunderStrategy } from './strategy.ts';

const { group } = groupVersion;

/** The resources of wardle.example.com/v1alpha1, on stores that `newStore` makes. */
export function installWardle(newStore: NewStore): ApiGroupVersion {
  const flunders = newStore<Flunder>({
    resource: { group, resource: 'flunders' },
    kind: { ...groupVersion, kind: 'Flunder' },
    keyPrefix: 'wardle.example.com/flunders',
    strategy: flunderStrategy,
  });
  const fischers = newStore<Fischer>({
    resource: { group, resource: 'fischers' },
    kind: { ...groupVersion, kind: 'Fischer' },
    keyPrefix: 'wardle.example.com/fischers',
    strategy: fischerStrategy,
  });
  const plain = { shortNames: [], categories: [], subresources: {} };
  return {
    ...groupVersion,
    resources: [
      { ...plain, resource: 'fischers', singular: 'fischer', namespaced: false, rest: fischers },
      { ...plain, resource: 'flunders', singular: 'flunder', namespaced: true, rest: flunders },
    ],
  };
}
