import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import {
  type AgeCell,
  ageDescription,
  nameDescription,
  type TableColumn,
  type TableConvertor,
} from '@kubescript/apiserver';

/** What a cell may hold. */
export type Cell = string | number | boolean | AgeCell | undefined;

/** Makes the cells of one object. */
export type CellsOf<T extends KubeObject> = (object: DeepReadonly<T>) => readonly Cell[];

/**
 * A convertor for a kind. Columns are written as `Name(name) | Desired:integer | IP*`: the name, then the type (string
 * by default), the format, and a star for those that only `-o wide` shows.
 *
 * @go k8s.io/kubernetes/pkg/printers/internalversion#AddHandlers
 */
export function printer<T extends KubeObject>(columns: string, cellsOf: CellsOf<T>): TableConvertor {
  return {
    columns: columns.split(' | ').map(parseColumn),
    cells: (object) => cellsOf(object as DeepReadonly<T>),
  };
}

const commonDescriptions: Readonly<Record<string, string>> = {
  Name: nameDescription,
  Age: ageDescription,
  'Created At': ageDescription,
};

/** The convertor with what its columns say about themselves. */
export function withDescriptions(
  convertor: TableConvertor,
  texts: Readonly<Record<string, string>> | undefined,
): TableConvertor {
  const columns = convertor.columns.map((column) => ({
    ...column,
    description: texts?.[column.name] ?? column.description,
  }));
  return { ...convertor, columns };
}

const columnSyntax = /^([^:*(]+?(?:\(s\))?)(?::(\w+))?(\*)?(?:\((name)\))?$/;

function parseColumn(text: string): TableColumn {
  const match = columnSyntax.exec(text);
  if (!match) throw new Error(`bad column: ${text}`);
  const [, name = '', type = 'string', wide, format = ''] = match;
  return { name, type, format, description: commonDescriptions[name] ?? '', priority: wide === undefined ? 0 : 1 };
}
