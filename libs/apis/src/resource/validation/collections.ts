import { duplicate, type FieldError, type FieldPath, tooMany } from '@kubescript/apimachinery';

/** Checks one item of a list or map. */
export type ItemCheck<T> = (item: T, path: FieldPath) => FieldError[];

/** How a list is checked. */
export interface ListRules<T> {
  /** A longer list is not looked at further. */
  readonly max: number;
  readonly check: ItemCheck<T>;
}

/** A list of at most so many items, each fine by itself. @go resource/validation#validateSlice */
export function validateList<T>(
  list: readonly T[] | undefined,
  { max, check }: ListRules<T>,
  path: FieldPath,
): FieldError[] {
  const items = list ?? [];
  if (items.length > max) return [tooMany(path, items.length, max, 'maxItems')];
  return items.flatMap((item, index) => check(item, path.index(index)));
}

/** How a list without repetitions is checked. */
export interface SetRules<T> extends ListRules<T> {
  readonly key: (item: T) => string;
}

/** As validateList; no two items have the same key. @go resource/validation#validateSet */
export function validateSet<T>(list: readonly T[] | undefined, rules: SetRules<T>, path: FieldPath): FieldError[] {
  const items = list ?? [];
  const errors = validateList(items, rules, path);
  if (items.length > rules.max) return errors;
  const keys = items.map(rules.key);
  const repeated = keys.flatMap((key, index) => (keys.indexOf(key) < index ? [duplicate(path.index(index), key)] : []));
  return [...errors, ...repeated];
}

/** How a map is checked. */
export interface MapRules<T> {
  readonly max: number;
  readonly maxKeyLength: number;
  readonly checkKey: ItemCheck<string>;
  readonly check: ItemCheck<T>;
}

/** A map of at most so many entries, its keys and values fine. @go resource/validation#validateMap */
export function validateMap<T>(
  map: Readonly<Record<string, T>> | undefined,
  rules: MapRules<T>,
  path: FieldPath,
): FieldError[] {
  const entries = Object.entries(map ?? {});
  if (entries.length > rules.max) return [tooMany(path, entries.length, rules.max)];
  return entries.flatMap(([key, item]) => {
    const place = path.key(truncated(key, rules.maxKeyLength));
    return [...rules.checkKey(key, place), ...rules.check(item, place)];
  });
}

/** Long texts lose their middle. */
function truncated(text: string, max: number): string {
  if (text.length <= max) return text;
  const remaining = max - ELLIPSIS.length;
  const tail = Math.floor(remaining / 2);
  return text.slice(0, Math.floor((remaining + 1) / 2)) + ELLIPSIS + text.slice(text.length - tail);
}

const ELLIPSIS = '...';
