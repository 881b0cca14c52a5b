import { readFile } from 'node:fs/promises';

import { parseYaml } from '@kubescript/client';

import { parseFlagDuration } from '../flags/duration.ts';

/**
 * Reads one field of a configuration file: returns its value, and adds to `problems` what is wrong with it. `path`
 * names the field (`profiles[0].schedulerName`).
 */
export type FieldReader<T> = (value: unknown, path: string, problems: string[]) => T;

/** The readers of an object's fields; every other field is an error. */
export type FieldReaders<T> = { readonly [K in keyof T]-?: FieldReader<Exclude<T[K], undefined>> };

/** A text. */
export const textField: FieldReader<string> = expecting('string', (value) => typeof value === 'string');

/** `true` or `false`. */
export const boolField: FieldReader<boolean> = expecting('boolean', (value) => typeof value === 'boolean');

/** A number. */
export const numberField: FieldReader<number> = expecting('number', (value) => typeof value === 'number');

/** A whole number. */
export const intField: FieldReader<number> = expecting('integer', (value) => Number.isSafeInteger(value));

/** Anything; whoever uses it must look at it. */
export const anyField: FieldReader<unknown> = (value) => value;

/** A duration such as `1m30s`, as milliseconds. */
export const durationField: FieldReader<number> = (value, path, problems) => {
  const milliseconds = typeof value === 'string' ? parseFlagDuration(value) : undefined;
  if (milliseconds === undefined) problems.push(`${path}: must be a duration like 1h30m, 10s or 500ms`);
  return milliseconds ?? 0;
};

/** One of a fixed set of words. */
export function choiceField<T extends string>(...choices: readonly T[]): FieldReader<T> {
  return (value, path, problems) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) problems.push(`${path}: must be one of ${choices.join(', ')}`);
    return found ?? (choices[0] as T);
  };
}

/** A list, with one reader for all its items. */
export function listField<T>(item: FieldReader<T>): FieldReader<readonly T[]> {
  return (value, path, problems) => {
    if (Array.isArray(value)) return value.map((entry, index) => item(entry, `${path}[${String(index)}]`, problems));
    problems.push(`${path}: must be a list`);
    return [];
  };
}

/** An object with the given fields, all of which may be left out. */
export function objectField<T extends object>(fields: FieldReaders<T>): FieldReader<T> {
  return (value, path, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.push(`${path === '' ? 'the document' : path}: must be an object`);
      return {} as T;
    }
    const known = fields as Readonly<Record<string, FieldReader<unknown> | undefined>>;
    const result: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const fieldPath = path === '' ? name : `${path}.${name}`;
      const read = known[name];
      if (read === undefined) problems.push(`unknown field "${fieldPath}"`);
      else if (field !== null) result[name] = read(field, fieldPath, problems);
    }
    return result as T;
  };
}

/** What a configuration file must be. */
export interface ConfigFileType<T extends object> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly fields: FieldReaders<T>;
}

/**
 * Reads a configuration file (YAML or JSON) strictly: a wrong kind, an unknown or duplicate field, or a value of the
 * wrong type is an error, and all of them are reported together.
 */
export async function readConfigFile<T extends object>(path: string, type: ConfigFileType<T>): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (err) {
    throw new Error(`--config: cannot read ${path}: ${(err as Error).message}`, { cause: err });
  }
  try {
    return parseConfig(text, type);
  } catch (err) {
    throw new Error(`--config: ${path}: ${(err as Error).message}`, { cause: err });
  }
}

/** As `readConfigFile`, for a text. */
export function parseConfig<T extends object>(text: string, type: ConfigFileType<T>): T {
  const { apiVersion, kind, ...rest } = (parseYaml(text) ?? {}) as Record<string, unknown>;
  if (apiVersion !== type.apiVersion || kind !== type.kind) {
    throw new Error(`must be of apiVersion ${type.apiVersion} and kind ${type.kind}`);
  }
  const problems: string[] = [];
  const config = objectField(type.fields)(rest, '', problems);
  if (problems.length > 0) throw new Error(`strict decoding error: ${problems.join(', ')}`);
  return config;
}

function expecting<T>(name: string, isValid: (value: unknown) => boolean): FieldReader<T> {
  return (value, path, problems) => {
    if (!isValid(value)) problems.push(`${path}: must be of type ${name}`);
    return value as T;
  };
}
