import {
  escapeFieldValue,
  newBadRequest,
  ParseError,
  parseFieldSelector,
  type KubeObject,
} from '@kubescript/apimachinery';
import type { ListQuery, ResourceStore, Rest } from '@kubescript/apiserver';

/** Labels of a version by what the hub version calls them. */
export type FieldLabels = Readonly<Record<string, string>>;

const commonLabels = ['metadata.name', 'metadata.namespace'];

/**
 * A store as a version serves it whose field selectors have other names than those of the hub.
 *
 * @go k8s.io/apimachinery/pkg/runtime#(*Scheme).ConvertFieldLabel
 */
export function withFieldLabels<T extends KubeObject>(store: ResourceStore<T>, labels: FieldLabels): Rest {
  const converted = <Q extends Pick<ListQuery, 'fieldSelector'>>(query: Q): Q => ({
    ...query,
    fieldSelector: convertFieldSelector(query.fieldSelector, labels),
  });
  return {
    kind: store.kind,
    get: (name, context) => store.get(name, context),
    list: async (query, context) => store.list(converted(query), context),
    watch: async (query, context) => store.watch(converted(query), context),
    create: (name, object, call) => store.create(name, object, call),
    update: (name, call) => store.update(name, call),
    delete: (name, call) => store.delete(name, call),
    deleteCollection: async (query, call) => store.deleteCollection(converted(query), call),
    ...(store.table && { table: store.table }),
    ...(store.returnsDeletedObject !== undefined && { returnsDeletedObject: store.returnsDeletedObject }),
  };
}

/** The same selector with the names of the hub; throws 400 for names that the version does not have. */
export function convertFieldSelector(text: string, labels: FieldLabels): string {
  const requirements = parsed(text).map(({ field, operator, value }) => {
    const label = commonLabels.includes(field) ? field : labels[field];
    if (label === undefined) throw newBadRequest(`field label not supported: ${field}`);
    return `${label}${operator}${escapeFieldValue(value)}`;
  });
  return requirements.join(',');
}

function parsed(text: string): ReturnType<typeof parseFieldSelector>['requirements'] {
  try {
    return parseFieldSelector(text).requirements;
  } catch (err) {
    throw err instanceof ParseError ? newBadRequest(err.message) : err;
  }
}
