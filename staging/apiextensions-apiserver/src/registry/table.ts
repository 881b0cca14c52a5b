import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { AgeCell, type TableColumn, type TableConvertor } from '@kubescript/apiserver';
import type { CustomResourceColumnDefinition } from '@kubescript/api/apiextensions/v1';
import { JsonPathError, type PathStep, evaluatePath, formatValue, parseRelaxedPath } from '@kubescript/client';

type ColumnDefinition = DeepReadonly<CustomResourceColumnDefinition>;

const nameColumn: TableColumn = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description:
    'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
  priority: 0,
};

/** What tables of resources show whose definition names no columns. */
const ageColumn: ColumnDefinition = {
  name: 'Age',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  jsonPath: '.metadata.creationTimestamp',
};

/**
 * Prints custom resources in the columns that their definition names.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor#New
 */
export function newTableConvertor(definitions: readonly ColumnDefinition[]): TableConvertor {
  const shown = definitions.length === 0 ? [ageColumn] : definitions;
  const printers = shown.map(printerOf);
  return {
    columns: [nameColumn, ...shown.map(columnOf)],
    cells: (object) => [object.metadata.name ?? '', ...printers.map((print) => print(object))],
  };
}

function columnOf({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  jsonPath,
}: ColumnDefinition): TableColumn {
  const about =
    description === '' ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description;
  return { name, type, format, description: about, priority };
}

type Printer = (object: DeepReadonly<KubeObject>) => unknown;

/** Prints one cell; the path is read when it is first needed. */
function printerOf({ type, jsonPath }: ColumnDefinition): Printer {
  let steps: readonly PathStep[] | undefined;
  return function printCell(object) {
    const value = firstValue(object, () => (steps ??= parseRelaxedPath(jsonPath)));
    if (value === null) return type === 'string' ? '<no value>' : null;
    return value === undefined ? null : cellOf(value, type);
  };
}

function firstValue(object: unknown, steps: () => readonly PathStep[]): unknown {
  try {
    return evaluatePath(steps(), object, { allowMissing: true })[0];
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/** @go k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor#cellForJSONValue */
function cellOf(value: unknown, type: string): unknown {
  switch (type) {
    case 'string':
      return formatValue(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? sinceCell(value) : null;
    default:
      return null;
  }
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function sinceCell(text: string): string | AgeCell {
  const time = rfc3339.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? '<invalid>' : new AgeCell(time);
}
