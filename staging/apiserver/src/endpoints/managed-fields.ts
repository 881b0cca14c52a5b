import {
  type DeepReadonly,
  type FieldSet,
  type GroupVersionKind,
  type KubeObject,
  type StructSchema,
  apiVersionOf,
  fieldSetOf,
  formatTime,
  trackWrite,
} from '@kubescript/apimachinery';

import type { EndpointDeps, ResourceScope } from './scope.ts';

/** What tracking has to know of the resource that is written. */
export type TrackedScope = Pick<ResourceScope, 'kind' | 'resource' | 'subresource'> &
  Partial<Pick<ResourceScope, 'rest'>>;

/**
 * Notes in the object's `managedFields` who wrote which of its fields. `current` is the stored object, undefined for a
 * new one; both are of the hub version, the fields are those of the version of the request.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields#(*FieldManager).UpdateNoErrors
 */
export function trackManager(
  current: DeepReadonly<KubeObject> | undefined,
  next: KubeObject,
  manager: string,
  {
    scope,
    deps,
  }: {
    readonly scope: TrackedScope;
    readonly deps: Pick<EndpointDeps, 'scheme' | 'clock'>;
  },
): void {
  const schema = deps.scheme.schemas.kind(scope.kind);
  if (!schema || !isTracked(schema)) return;
  const before = current === undefined ? emptyObject(scope.kind, deps) : deps.scheme.convert(current, scope.kind);
  const managedFields = trackWrite({
    before,
    after: deps.scheme.convert(next, scope.kind),
    who: { manager, operation: 'Update', apiVersion: apiVersionOf(scope.kind), subresource: scope.subresource },
    time: formatTime(deps.clock.now()),
    ignored: ignoredFields(scope, schema),
    schema,
    schemas: deps.scheme.schemas,
  });
  if (managedFields === undefined) delete next.metadata.managedFields;
  else next.metadata.managedFields = managedFields;
}

/** Only what has metadata and is kept has managers. */
function isTracked(schema: StructSchema): boolean {
  return schema.fields.some(({ name }) => name === 'metadata');
}

const emptyObjects = new WeakMap<StructSchema, DeepReadonly<KubeObject>>();

/** An object in which nothing was said. */
export function emptyObject(
  kind: GroupVersionKind,
  { scheme }: Pick<EndpointDeps, 'scheme'>,
): DeepReadonly<KubeObject> {
  const schema = scheme.schemas.kind(kind);
  const known = schema && emptyObjects.get(schema);
  if (known) return known;
  const { object } = scheme.decode({ kind: kind.kind, apiVersion: apiVersionOf(kind) }, kind, { skipDefaults: true });
  if (schema) emptyObjects.set(schema, object);
  return object;
}

const noFields = fieldSetOf([]);
const status = fieldSetOf([['f:status']]);
const specAndStatus = fieldSetOf([['f:spec'], ['f:status']]);
const allButStatus = fieldSetOf([['f:spec']]);
const ofWorkloadStatus = fieldSetOf([['f:spec'], ['f:metadata', 'f:labels']]);
const ofPodStatus = fieldSetOf([
  ['f:spec'],
  ['f:metadata', 'f:deletionTimestamp'],
  ['f:metadata', 'f:ownerReferences'],
]);

/**
 * What a write through this path cannot change: status on the main resource, and the rest on `/status`.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#ResetFieldsStrategy
 */
export function ignoredFields({ subresource, resource, rest }: TrackedScope, schema: StructSchema): FieldSet {
  if (rest?.resetFields) return rest.resetFields;
  if (resource.group === 'certificates.k8s.io' && subresource === '') return specAndStatus;
  const hasStatus = schema.fields.some(({ name }) => name === 'status');
  if (!hasStatus) return noFields;
  if (subresource !== 'status') return status;
  if (resource.group === '' && resource.resource === 'pods') return ofPodStatus;
  return resource.group === 'apps' && resource.resource === 'deployments' ? ofWorkloadStatus : allButStatus;
}
