export { type Action, FakeClient, type Reactor } from './fake-client.ts';
export { FakeDiscovery } from './fake-discovery.ts';
export { FakeOpenApi } from './fake-openapi.ts';
export { ObjectTracker, type TrackedEvent } from './object-tracker.ts';
