import { ParseError } from '../util/parse-error.ts';

/** One condition on one field. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '==' | '!=';
  readonly value: string;
}

/** A compiled field selector: a conjunction of requirements on fields. */
export interface FieldSelector {
  /** True if every requirement holds; `value` gives the value of a field, '' if it has none. */
  matches(value: (field: string) => string): boolean;
  /** Sorted by field. */
  readonly requirements: readonly FieldRequirement[];
  readonly isEmpty: boolean;
  /** The value that a field must have; undefined if more than one will do. */
  requiresExactMatch(field: string): string | undefined;
  toString(): string;
}

/** A selector of requirements whose field names are known to be good. */
export function fieldSelectorOf(unsorted: readonly FieldRequirement[]): FieldSelector {
  const requirements = [...unsorted].sort((a, b) => (a.field < b.field ? -1 : a.field > b.field ? 1 : 0));
  return {
    matches: (value) =>
      requirements.every((requirement) =>
        requirement.operator === '!='
          ? value(requirement.field) !== requirement.value
          : value(requirement.field) === requirement.value,
      ),
    requirements,
    isEmpty: requirements.length === 0,
    requiresExactMatch: (field) =>
      requirements.find((requirement) => requirement.field === field && requirement.operator !== '!=')?.value,
    toString: () =>
      requirements
        .map(({ field, operator, value }) => `${field}${operator === '==' ? '=' : operator}${escapeFieldValue(value)}`)
        .join(','),
  };
}

/** Matches every object. */
export const everyField: FieldSelector = fieldSelectorOf([]);

/**
 * Reads `metadata.name=web,status.phase!=Running`, where a backslash escapes `\`, `,` and `=` in values. Throws
 * ParseError in upstream's words.
 *
 * @go k8s.io/apimachinery/pkg/fields#ParseSelector
 */
export function parseFieldSelector(text: string): FieldSelector {
  if (text === '') return everyField;
  const requirements = splitTerms(text)
    .filter((term) => term !== '')
    .map((term) => parseTerm(term, text));
  return fieldSelectorOf(requirements);
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === ',') {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function parseTerm(term: string, whole: string): FieldRequirement {
  for (let i = 0; i < term.length; i++) {
    const operator = (['!=', '==', '='] as const).find((candidate) => term.startsWith(candidate, i));
    if (operator !== undefined) {
      return { field: term.slice(0, i), operator, value: unescapeFieldValue(term.slice(i + operator.length)) };
    }
  }
  throw new ParseError(`invalid selector: '${whole}'; can't understand '${term}'`);
}

/** Escapes a value so that parseFieldSelector reads it back. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, (char) => `\\${char}`);
}

function unescapeFieldValue(text: string): string {
  let value = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') {
      const escaped = text.charAt(++i);
      if (escaped === '' || !'\\,='.includes(escaped)) {
        throw new ParseError(`invalid field selector: invalid escape sequence: \\${escaped}`);
      }
      value += escaped;
    } else if (char === ',' || char === '=') {
      throw new ParseError(`invalid field selector: unescaped character in value: ${String(char.charCodeAt(0))}`);
    } else {
      value += char;
    }
  }
  return value;
}
