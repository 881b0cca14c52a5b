import {
  type Event,
  EVENT_ID,
  SCALAR_STYLE,
  YAMLException,
  constructFromEvents,
  getScalarValue,
  parseEvents,
} from 'js-yaml';

import { BodyProblem } from './body-problem.ts';
import { goYamlProblem } from './go-yaml-problem.ts';
import { withoutAliases } from './yaml-aliases.ts';
import { goYamlSchema } from './yaml-schema.ts';

/** A YAML document as a JSON value, and what there is to say about keys that occur twice. */
export interface ParsedYaml {
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/**
 * Parses the first document of a YAML text; throws a BodyProblem if it is none, is nested too deep, or grows too large through aliases.
 * Takes time and memory in proportion to the text.
 *
 * @go sigs.k8s.io/yaml#YAMLToJSON
 */
export function parseYaml(text: string): ParsedYaml {
  try {
    return parseFirst(text);
  } catch (error) {
    throw new BodyProblem(messageOf(text, error), { cause: error });
  }
}

function parseFirst(text: string): ParsedYaml {
  const events = firstDocument(parseEvents(text, { maxDepth }));
  if (events.length === 0) return { value: null, duplicates: [] };
  if (text.includes('\\u')) refuseSurrogates(text, events);
  const options = { source: text, schema: goYamlSchema, json: true, maxTotalMergeKeys: maxMerged };
  const [value] = constructFromEvents(events, options);
  const hasAliases = events.some(({ type }) => type === EVENT_ID.ALIAS);
  return { value: inOrder(hasAliases ? withoutAliases(value) : value), duplicates: duplicatesIn(text, events) };
}

/** With members sorted by their names, as they are in the JSON that upstream makes of YAML. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

/** Members that mappings may take over from others. */
const maxMerged = 100_000;
/** As in Go's yaml; less where the stack does not reach so far. */
const maxDepth = 10_000;
const tooDeep = `yaml: exceeded max depth of ${String(maxDepth)}`;

/** What comes after the first document is not looked at, as upstream does. */
function firstDocument(events: Event[]): Event[] {
  const second = events.findIndex(({ type }, index) => index > 0 && type === EVENT_ID.DOCUMENT);
  return second < 0 ? events : events.slice(0, second);
}

/** YAML has no halves of characters, not even in pairs. */
function refuseSurrogates(text: string, events: readonly Event[]): void {
  const line = lineCounter(text);
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.DOUBLE_QUOTED) continue;
    const written = text.slice(event.valueStart, event.valueEnd).replaceAll('\\\\', '');
    if (!/\\u[dD][89a-fA-F]/.test(written)) continue;
    throw new Error(`yaml: line ${String(line(event.valueStart))}: found invalid Unicode character escape code`);
  }
}

/** Said in one, as Go's yaml does. */
function duplicatesIn(text: string, events: readonly Event[]): string[] {
  const found = repeatedKeys(text, events);
  if (found.length === 0) return [];
  const lines = found.map(({ key, line }) => `  line ${String(line)}: key ${JSON.stringify(key)} already set in map`);
  return [`yaml: unmarshal errors:\n${lines.join('\n')}`];
}

/** A collection that is being read: the keys of a mapping, and whether a key comes next. */
interface Open {
  readonly keys: Set<string> | undefined;
  isKeyNext: boolean;
}

function repeatedKeys(text: string, events: readonly Event[]): { key: string; line: number }[] {
  const repeated: { key: string; line: number }[] = [];
  const open: Open[] = [{ keys: undefined, isKeyNext: false }];
  const line = lineCounter(text);
  for (const event of events) {
    const at = open.at(-1) as Open;
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    if (event.type === EVENT_ID.SCALAR && at.keys !== undefined && at.isKeyNext) {
      const key = getScalarValue(text, event);
      if (at.keys.has(key) && key !== '<<') repeated.push({ key, line: line(event.valueStart) });
      at.keys.add(key);
    }
    at.isKeyNext = !at.isKeyNext;
    if (event.type === EVENT_ID.MAPPING) open.push({ keys: new Set(), isKeyNext: true });
    else if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.ALIAS) {
      open.push({ keys: undefined, isKeyNext: false });
    }
  }
  return repeated;
}

/** Tells the lines of places, each further on than the one before. */
function lineCounter(text: string): (place: number) => number {
  let [line, next] = [1, text.indexOf('\n')];
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

function messageOf(text: string, error: unknown): string {
  if (error instanceof YAMLException) {
    const { reason, mark } = error;
    if (reason.startsWith('nesting exceeded maxDepth')) return tooDeep;
    if (reason.startsWith('merge keys exceeded')) return 'yaml: document contains excessive aliasing';
    return `yaml: ${goYamlProblem(text, { reason, mark })}`;
  }
  if (error instanceof RangeError) return tooDeep;
  return error instanceof Error ? error.message : String(error);
}
