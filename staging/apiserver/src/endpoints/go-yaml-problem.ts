/** What the YAML parser says is wrong, and where (lines and columns from 0). */
export interface YamlProblem {
  readonly reason: string;
  readonly mark?: { readonly line: number; readonly column: number } | undefined;
}

/** Where the parser stopped. */
interface Place {
  /** The whole text. */
  readonly text: string;
  readonly position: number;
  readonly char: string;
}

/** What go-yaml says; problems of its scanner name the line itself, those of its parser the line before. */
interface GoProblem {
  readonly text: string;
  readonly source: 'scanner' | 'parser' | 'nowhere';
}

const scanner = (text: string): GoProblem => ({ text, source: 'scanner' });
const parser = (text: string): GoProblem => ({ text, source: 'parser' });
const nowhere = (text: string): GoProblem => ({ text, source: 'nowhere' });

const noMapping = scanner('mapping values are not allowed in this context');
const noToken = scanner('found character that cannot start any token');
const noColon = scanner("could not find expected ':'");
const noContent = parser('did not find expected node content');
const noStart = parser('did not find expected <document start>');

const problems: readonly (readonly [RegExp, (place: Place, match: RegExpExecArray) => GoProblem])[] = [
  [/^unexpected end of the stream within a \w+ quoted scalar/, () => scanner('found unexpected end of stream')],
  [/within a flow collection|^deficient indentation|^missed comma/, flowProblem],
  [/^bad indentation of a mapping entry/, mappingProblem],
  [/^bad indentation of a sequence entry/, () => parser("did not find expected '-' indicator")],
  [/^tab characters/, () => noToken],
  [/^expected ':'|multiline key|colon is missed/, () => noColon],
  [/^end of the stream or a document separator/, restProblem],
  [/^directives end mark/, () => noStart],
  [/^unidentified alias "(.*)"/, (_, [, name = '']) => nowhere(`unknown anchor '${name}' referenced`)],
  [/^null byte|valid JSON character|non-printable/, () => nowhere('control characters are not allowed')],
];

/**
 * A problem of a YAML text in go-yaml's words, as far as they correspond: `line 2: mapping values are not allowed in
 * this context`.
 *
 * @go go.yaml.in/yaml/v2#(*parser).fail
 */
export function goYamlProblem(text: string, { reason, mark }: YamlProblem): string {
  const line = mark?.line ?? 0;
  const position = positionOf(text, line, mark?.column ?? 0);
  const place = { text, position, char: text.charAt(position) };
  for (const [when, describe] of problems) {
    const match = when.exec(reason);
    if (match) return located(describe(place, match), line);
  }
  return located(scanner(reason), line);
}

/** As upstream, nothing is said of the first line. */
function located({ text, source }: GoProblem, line: number): string {
  if (line === 0 || source === 'nowhere') return text;
  return `line ${String(source === 'scanner' ? line + 1 : line)}: ${text}`;
}

function positionOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column;
}

/** A list or mapping in brackets that does not end. */
function flowProblem({ text, position }: Place): GoProblem {
  const before = text.slice(0, position + 1);
  if (/[[{,]\s*$/.test(before)) return noContent;
  const isList = before.lastIndexOf('[') > before.lastIndexOf('{');
  return parser(`did not find expected ',' or '${isList ? ']' : '}'}'`);
}

function mappingProblem({ char }: Place): GoProblem {
  if (char === ':') return noMapping;
  return isReserved(char) ? noToken : parser('did not find expected key');
}

/** Something after the end of what could be read. */
function restProblem({ text, char }: Place): GoProblem {
  if (char === ':') return noMapping;
  if (isReserved(char) || char === '%') return noToken;
  if (char === ']' || char === '}') return noContent;
  if (char === '-') return scanner('block sequence entries are not allowed in this context');
  return text.startsWith('- ') ? parser("did not find expected '-' indicator") : noStart;
}

const isReserved = (char: string): boolean => char === '@' || char === '`';
