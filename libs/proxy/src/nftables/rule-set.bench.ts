import { realClock } from '@kubescript/apimachinery';
import { bench, describe } from 'vitest';

import { makeService, makeSlice } from '../testing/objects.ts';
import { ServiceTracker } from '../tracker/service-tracker.ts';
import { NftBackend } from './nft-backend.ts';

const { signal } = new AbortController();
const settings = { masqueradeAll: false, masqueradeBit: 14, localTraffic: undefined, nodePortAddresses: [] };

/** Services with two endpoints each, and a backend whose transactions go nowhere. */
function setUp(services: number): { readonly tracker: ServiceTracker; readonly backend: NftBackend } {
  const tracker = new ServiceTracker('IPv4', 'n1');
  for (let i = 0; i < services; i++) {
    tracker.setService(makeService(`s${String(i)}`, `10.96.${String(i >> 8)}.${String(i & 255)}`));
    tracker.setSlice(makeSlice(`s${String(i)}`, [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }]));
  }
  const place = () => ({ name: 'n1', zone: '' });
  const exec = () => Promise.resolve('');
  return { tracker, backend: new NftBackend({ family: 'IPv4', settings, place, exec, clock: realClock }) };
}

describe.each([100, 10_000])('rules of %i services', (services) => {
  const { tracker, backend } = setUp(services);
  let turn = 0;

  bench('everything', async () => {
    const fresh = setUp(services);
    await fresh.backend.sync(fresh.tracker.takeChanges(), signal);
  });

  bench('one endpoint changes', async () => {
    if (backend.needsAll) tracker.touchAll();
    tracker.setSlice(makeSlice('s7', [{ ip: `10.0.1.${String(turn++ % 200)}` }]));
    await backend.sync(tracker.takeChanges(), signal);
  });
});
