import { readFile } from 'node:fs/promises';

import { isJsonObject } from '@kubescript/apimachinery';
import { parseTemplate, renderTemplate } from '@kubescript/client';

import { UsageError } from '../flags/parse-flags.ts';
import { formatCustomColumns } from './custom-columns.ts';
import { formatJson, formatYaml } from './structured.ts';

/** What `-o` asks for, beside tables. */
export type OutputFormat =
  | { readonly kind: 'json' }
  | { readonly kind: 'yaml' }
  | { readonly kind: 'name' }
  | { readonly kind: 'jsonpath'; readonly template: string }
  | { readonly kind: 'custom-columns'; readonly spec: string };

const allowed = 'custom-columns,custom-columns-file,json,jsonpath,jsonpath-file,name,wide,yaml';

/** Reads the value of `-o`; '' and `wide` are no formats of this kind. Throws UsageError. */
export async function parseOutputFormat(text: string): Promise<OutputFormat | undefined> {
  const equals = text.indexOf('=');
  const kind = equals < 0 ? text : text.slice(0, equals);
  const argument = equals < 0 ? '' : text.slice(equals + 1);
  switch (kind) {
    case '':
    case 'wide':
      return undefined;
    case 'json':
    case 'yaml':
    case 'name':
      return { kind };
    case 'jsonpath':
      if (argument === '') throw new UsageError('template format specified but no template given');
      return { kind: 'jsonpath', template: argument };
    case 'jsonpath-file':
      return { kind: 'jsonpath', template: await readFile(argument, 'utf8') };
    case 'custom-columns':
      return { kind: 'custom-columns', spec: argument };
    case 'custom-columns-file':
      return { kind: 'custom-columns', spec: columnsOfFile(await readFile(argument, 'utf8')) };
    default:
      throw new UsageError(
        `unable to match a printer suitable for the output format "${text}", allowed formats are: ${allowed}`,
      );
  }
}

/** A file of two lines, headers and paths, as a spec. */
function columnsOfFile(text: string): string {
  const [headers = '', paths = ''] = text.split('\n');
  const columns = paths.trim().split(/\s+/);
  return headers
    .trim()
    .split(/\s+/)
    .map((header, i) => `${header}:${columns[i] ?? ''}`)
    .join(',');
}

/** An object without what `-o yaml` and `-o json` do not show by default. */
export function withoutManagedFields<T>(value: T): T {
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  if (isJsonObject(copy['metadata'])) {
    const { managedFields: _, ...metadata } = copy['metadata'];
    copy['metadata'] = metadata;
  }
  if (Array.isArray(copy['items'])) copy['items'] = copy['items'].map(withoutManagedFields);
  return copy as T;
}

/** Prints a value, or a list of kind List, in a format other than a name or a table. */
export function formatStructured(
  format: Exclude<OutputFormat, { readonly kind: 'name' }>,
  value: unknown,
  options: { readonly noHeaders: boolean; readonly allowMissing: boolean },
): string {
  switch (format.kind) {
    case 'json':
      return formatJson(value);
    case 'yaml':
      return formatYaml(value);
    case 'jsonpath':
      return renderTemplate(parseTemplate(format.template), value, { allowMissing: options.allowMissing });
    case 'custom-columns': {
      const items = isJsonObject(value) && Array.isArray(value['items']) ? (value['items'] as unknown[]) : [value];
      return formatCustomColumns(format.spec, items, options);
    }
  }
}
