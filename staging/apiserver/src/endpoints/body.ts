import {
  type GroupVersionKind,
  type KubeObject,
  type Scheme,
  apiVersionOf,
  duplicateFields,
  newBadRequest,
  newUnsupportedMediaType,
  strictProblems,
  type StatusError,
} from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import { goJson } from '../util/go-json.ts';
import { BodyProblem } from './body-problem.ts';
import type { ProtobufCodec } from './encode.ts';
import { parseJsonText } from './json-depth.ts';
import { type MediaType, contentTypeOf, mediaTypes } from './negotiation.ts';
import { parseYaml } from './yaml-body.ts';

/** What to do about fields that are unknown or occur twice. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** A body as a JSON value, with the duplicate fields that were seen on the way (if they were looked for). */
export interface ParsedBody {
  readonly value: unknown;
  readonly duplicates: readonly string[];
  /** The JSON text that has duplicates. */
  readonly text?: string;
}

/** The encoding of the request's body; 415 for one that is not served. */
export function bodyMediaType(request: ServerRequest): MediaType {
  const type = contentTypeOf(request);
  if (type === '') return 'application/json';
  const found = mediaTypes.find((known) => known === type);
  if (found) return found;
  throw newUnsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${mediaTypes.join(', ')}`,
  );
}

/** Parses the body, whatever its encoding; 400 if it cannot be, which names the kind that was expected. */
export async function parseBody(
  request: ServerRequest,
  options: {
    readonly findDuplicates: boolean;
    readonly protobuf?: ProtobufCodec | undefined;
    readonly kind?: string;
  },
): Promise<ParsedBody> {
  if (request.decodedBody !== undefined) return { value: request.decodedBody, duplicates: [] };
  const mediaType = bodyMediaType(request);
  const data = await request.body();
  try {
    return parseData(data, mediaType, options);
  } catch (error) {
    if (!(error instanceof BodyProblem)) throw error;
    throw options.kind === undefined
      ? newBadRequest(error.message)
      : unrecognizedBody(data, options.kind, error.message);
  }
}

function parseData(
  data: Uint8Array,
  mediaType: MediaType,
  options: { readonly findDuplicates: boolean; readonly protobuf?: ProtobufCodec | undefined },
): ParsedBody {
  switch (mediaType) {
    case 'application/json':
      return parseJson(textOf(data), options.findDuplicates);
    case 'application/yaml':
      return parseYaml(textOf(data));
    case 'application/vnd.kubernetes.protobuf':
      if (!options.protobuf) throw newUnsupportedMediaType('protobuf is not served');
      return { value: decodeProtobuf(options.protobuf, data), duplicates: [] };
    default:
      throw new Error(`unknown media type ${String(mediaType satisfies never)}`);
  }
}

const decoder = new TextDecoder();
const textOf = (data: Uint8Array): string => decoder.decode(data);

/** Parses JSON text; throws a BodyProblem if it is none. */
export function parseJson(text: string, findDuplicates: boolean): ParsedBody {
  try {
    const value = parseJsonText(text);
    const duplicates = findDuplicates ? duplicateFields(text, value) : [];
    return duplicates.length === 0 ? { value, duplicates } : { value, duplicates, text };
  } catch (error) {
    throw new BodyProblem(`couldn't get version/kind; json parse error: ${messageOf(error)}`, { cause: error });
  }
}

const textEncoder = new TextEncoder();
/** How much of a body messages show. */
const maxSummaryLength = 30;

/**
 * A body that nothing can be made of.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#transformDecodeError
 */
export function unrecognizedBody(data: Uint8Array, kind: string, problem: string): StatusError {
  return newBadRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${problem} (${summaryOf(data)})`,
  );
}

/** @go k8s.io/apiserver/pkg/endpoints/handlers#summarizeData */
function summaryOf(data: Uint8Array): string {
  if (data.length === 0) return '<empty>';
  const shown = Buffer.from(data.subarray(0, maxSummaryLength)).toString(data[0] === openBrace ? 'utf8' : 'hex');
  return data.length > maxSummaryLength ? `${shown} ...` : shown;
}

const openBrace = 0x7b;
const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * Why nobody can tell what a value is; undefined if that is possible.
 *
 * @go k8s.io/apimachinery/pkg/runtime/serializer/json#SimpleMetaFactory.Interpret
 */
export function typeMetaProblem(value: unknown): string | undefined {
  const prefix = "couldn't get version/kind; json parse error: json: cannot unmarshal";
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value === null || value === undefined
      ? undefined
      : `${prefix} ${jsonType(value)} into Go value of type ${typeMeta}`;
  }
  for (const [name, member] of Object.entries(value)) {
    if (name !== 'apiVersion' && name !== 'kind') continue;
    if (typeof member === 'string' || member === null || member === undefined) continue;
    return `${prefix} ${jsonType(member)} into Go struct field .${name} of type string`;
  }
  return undefined;
}

/** As Go names what a JSON value is. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value;
}

function decodeProtobuf(codec: ProtobufCodec, data: Uint8Array): unknown {
  try {
    return codec.decode(data);
  } catch (error) {
    throw newBadRequest(`unable to decode protobuf: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  // The stack does not always reach as far as the limit.
  if (error instanceof RangeError) return 'exceeded max depth';
  return error instanceof Error ? error.message : String(error);
}

/**
 * Decodes a body as an object of `kind`. What it states as apiVersion and kind must agree; unknown and duplicate
 * fields are refused (Strict), warned about (Warn) or passed over (Ignore).
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#createHandler
 */
export function decodeObject(
  body: ParsedBody,
  kind: GroupVersionKind,
  options: {
    readonly scheme: Scheme;
    readonly validation: FieldValidation;
    readonly warn: (message: string) => void;
    /** Other apiVersions that the body may state. */
    readonly alsoAccepts?: readonly string[] | undefined;
  },
): KubeObject {
  const value = withStatedKind(body.value, kind, options.alsoAccepts ?? []);
  const { scheme, validation } = options;
  const { object, problems } = scheme.decode(value, kind, {
    reportUnknown: validation !== 'Ignore',
    fromRequest: true,
  });
  if (problems.length > 0 || body.duplicates.length > 0) refuseOrWarn(allProblems(body, problems), kind, options);
  return object;
}

/** @go k8s.io/apimachinery/pkg/runtime/serializer/json#Serializer.unmarshal */
function allProblems(body: ParsedBody, unknown: readonly string[]): readonly string[] {
  if (body.text !== undefined) return strictProblems(body.text, unknown).slice(0, maxProblems);
  return [...body.duplicates, ...unknown.slice(0, maxProblems)];
}

/** Of more nothing is said. */
const maxProblems = 100;

/** Does about unknown and duplicate fields what the request asks for: 400, warnings, or nothing. */
export function refuseOrWarn(
  problems: readonly string[],
  kind: GroupVersionKind,
  { validation, warn }: { readonly validation: FieldValidation; readonly warn: (message: string) => void },
): void {
  if (problems.length === 0 || validation === 'Ignore') return;
  if (validation === 'Strict') {
    throw newBadRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: strict decoding error: ${problems.join(', ')}`,
    );
  }
  problems.flatMap(warningsOf).forEach(warn);
}

/**
 * What is wrong with a YAML text is refused in one, and warned about line by line.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#parseYAMLWarnings
 */
export function warningsOf(problem: string): string[] {
  const [head = '', ...lines] = problem.split('\n');
  return head.endsWith('yaml: unmarshal errors:') ? lines.map((line) => line.trim()) : [problem];
}

/** The body with its apiVersion and kind filled in; 400 if it states others. */
function withStatedKind(body: unknown, kind: GroupVersionKind, alsoAccepts: readonly string[]): unknown {
  const value = body ?? {};
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw unrecognizedBody(textEncoder.encode(goJson(value)), kind.kind, problem);
  const stated = value as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const apiVersion = apiVersionOf(kind);
  const statedVersion = memberText(stated.apiVersion);
  const statedKind = memberText(stated.kind);
  if (statedVersion !== '' && statedVersion !== apiVersion && !alsoAccepts.includes(statedVersion)) {
    throw newBadRequest(wrongKind(statedKind === '' ? kind.kind : statedKind, statedVersion, kind));
  }
  if (statedKind !== '' && statedKind !== kind.kind) {
    throw newBadRequest(wrongKind(statedKind, statedVersion === '' ? apiVersion : statedVersion, kind));
  }
  return { ...value, apiVersion, kind: kind.kind };
}

/** "Pod in version \"v1\" cannot be handled as a ConfigMap: …" */
function wrongKind(statedKind: string, statedVersion: string, kind: GroupVersionKind): string {
  const version = statedVersion.slice(statedVersion.indexOf('/') + 1);
  const expected = `${apiVersionOf(kind)}, Kind=${kind.kind}`;
  return `${statedKind} in version "${version}" cannot be handled as a ${kind.kind}: converting (${statedVersion}, Kind=${statedKind}) to (${expected}): unknown conversion`;
}

/** A member that is a text or missing. */
function memberText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
