import type { FieldError, FieldPath } from '@kubescript/apimachinery';

/** How one kind of source is checked. */
export interface SourceRule<T> {
  readonly member: keyof T & string;
  readonly check: (volume: T, path: FieldPath, volumePath: FieldPath) => FieldError[];
  /** What the member is called in paths, where that is not its own name. */
  readonly place?: string;
  /** What the member is called if it is one source too many. */
  readonly placeOfSecond?: string;
}

type Places<T> = Pick<SourceRule<T>, 'place' | 'placeOfSecond'>;

/** Makes rules for the sources of one type; `check` is called where the source is given. */
export function sourceRules<T extends object>(): <K extends keyof T & string>(
  member: K,
  check: (source: NonNullable<T[K]>, path: FieldPath) => FieldError[],
  places?: Places<T>,
) => SourceRule<T> {
  return function rule<K extends keyof T & string>(
    member: K,
    check: (source: NonNullable<T[K]>, path: FieldPath) => FieldError[],
    places: Places<T> = {},
  ): SourceRule<T> {
    return {
      member,
      check: (volume, path) => {
        const source = volume[member];
        return source === undefined || source === null ? [] : check(source, path);
      },
      ...places,
    };
  };
}
