import type { JsonObject } from '@kubescript/apimachinery';
import type { DiscoveredResource } from '@kubescript/client';

import type { OpenApiSchemas } from './open-api.ts';

/** The explanation of a resource, or of the field that a path leads to. Throws if there is no such field. */
export function formatExplanation(
  schemas: OpenApiSchemas,
  resource: DiscoveredResource,
  fields: readonly string[],
  recursive: boolean,
): string {
  const target = follow(schemas, schemas.ofKind(resource), fields);
  const title = [
    ...(resource.group === '' ? [] : [`GROUP:      ${resource.group}`]),
    `KIND:       ${resource.kind}`,
    `VERSION:    ${resource.version}`,
  ].join('\n');
  const field = fields.at(-1);
  const heading = field === undefined ? '' : `FIELD: ${field} <${schemas.typeName(target)}>\n\n`;
  const members = schemas.members(target);
  const description = describe(schemas, target);
  const list =
    Object.keys(members).length === 0
      ? ''
      : `FIELDS:\n${fieldList(schemas, schemas.innermost(target), recursive, 1, new Set())}\n`;
  return `${title}\n\n${heading}DESCRIPTION:\n${indent(wrap(description, 76), 4)}\n\n${list}`;
}

function follow(schemas: OpenApiSchemas, start: JsonObject, fields: readonly string[]): JsonObject {
  return fields.reduce((schema, field) => {
    const members = schemas.members(schema);
    const next = Object.hasOwn(members, field) ? members[field] : undefined;
    if (next === undefined) throw new Error(`field "${field}" does not exist`);
    return next;
  }, start);
}

function describe(schemas: OpenApiSchemas, schema: JsonObject): string {
  const own = typeof schema['description'] === 'string' ? schema['description'] : '';
  const inner = schemas.innermost(schema)['description'];
  const texts = [own, typeof inner === 'string' ? inner : ''].filter(
    (text, i, all) => text !== '' && all.indexOf(text) === i,
  );
  return texts.length === 0 ? '<no description>' : texts.join('\n');
}

function fieldList(
  schemas: OpenApiSchemas,
  schema: JsonObject,
  recursive: boolean,
  level: number,
  above: ReadonlySet<JsonObject>,
): string {
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const inside = new Set([...above, schema]);
  const pad = '  '.repeat(level);
  return Object.entries(schemas.members(schema))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => {
      const mark = required.includes(name) ? ' -required-' : '';
      const line = `${pad}${name}\t<${schemas.typeName(member)}>${mark}\n`;
      if (!recursive) return `${line}${indent(wrap(describe(schemas, member), 78 - 2 * level), 2 * level + 2)}\n\n`;
      const inner = schemas.innermost(member);
      return inside.has(inner) ? line : line + fieldList(schemas, inner, true, level + 1, inside);
    })
    .join('');
}

function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n');
}

function wrapParagraph(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

function indent(text: string, spaces: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))
    .join('\n');
}
