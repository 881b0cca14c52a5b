import {
  CelDouble,
  CelDuration,
  CelError,
  CelUint,
  compareValues,
  define,
  equalValues,
  type FunctionDecl,
  type Library,
  listAt,
  listSize,
  type ListValue,
  listValues,
  member,
  operators,
  standardFunction,
  types,
  type Value,
} from '@kubescript/cel';

const { bool, bytes, double, duration, int, string, timestamp, uint } = types;
const comparable = { int, uint, double, bool, duration, timestamp, string, bytes };
const add = standardFunction(operators.add);

/** The sum of nothing, by type. */
const zeros: Readonly<Record<string, Value>> = {
  int: 0,
  uint: new CelUint(0n),
  double: new CelDouble(0),
  duration: new CelDuration(0n),
};

function isSorted(list: ListValue): boolean {
  for (let index = 1; index < listSize(list); index++) {
    if (compareValues(listAt(list, index - 1), listAt(list, index)) > 0) return false;
  }
  return true;
}

function sumFrom(zero: Value): (list: ListValue) => Value {
  return (list) => {
    let sum = zero;
    for (const value of listValues(list)) sum = add(sum, value);
    return sum;
  };
}

/** The element that no other precedes in this direction. */
function extreme(name: 'max' | 'min', direction: -1 | 1): (list: ListValue) => Value {
  return (list) => {
    const [first, ...rest] = listValues(list);
    if (first === undefined) throw new CelError(`${name} called on empty list`);
    return rest.reduce((best, value) => (compareValues(best, value) * direction < 0 ? value : best), first);
  };
}

function indexOf(list: ListValue, wanted: Value): number {
  for (let index = 0; index < listSize(list); index++) if (equalValues(listAt(list, index), wanted)) return index;
  return -1;
}

function lastIndexOf(list: ListValue, wanted: Value): number {
  for (let index = listSize(list) - 1; index >= 0; index--) if (equalValues(listAt(list, index), wanted)) return index;
  return -1;
}

/** A method of lists of each comparable type that results in an element. */
function elementFunction(name: 'max' | 'min', direction: -1 | 1): FunctionDecl {
  const overloads = Object.entries(comparable).map(([typeName, type]) =>
    member(`list_${typeName}_${name}_${typeName}`, [types.list(type)], type, extreme(name, direction)),
  );
  return define(name, ...overloads);
}

const element = types.param('A');

/**
 * Functions of lists.
 * @go k8s.io/apiserver/pkg/cel/library#Lists
 */
export const listsLibrary: Library = {
  functions: [
    define(
      'isSorted',
      ...Object.entries(comparable).map(([name, type]) =>
        member(`list_${name}_is_sorted_bool`, [types.list(type)], bool, isSorted),
      ),
    ),
    define(
      'sum',
      ...Object.entries({ int, uint, double, duration }).map(([name, type]) =>
        member(`list_${name}_sum_${name}`, [types.list(type)], type, sumFrom(zeros[name] ?? 0)),
      ),
    ),
    elementFunction('max', 1),
    elementFunction('min', -1),
    define('indexOf', member('list_a_index_of_int', [types.list(element), element], int, indexOf)),
    define('lastIndexOf', member('list_a_last_index_of_int', [types.list(element), element], int, lastIndexOf)),
  ],
};
