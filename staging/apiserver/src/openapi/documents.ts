import type { GroupVersionKind, Scheme } from '@kubescript/apimachinery';

import { mediaTypes } from '../endpoints/negotiation.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import type { OpenApiDocuments } from './handler.ts';
import { type ApiOperation, basePath, operationsOf } from './operations.ts';
import { type DescribeKind, type Json, SchemaCollection, style2, style3 } from './schemas.ts';

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];
const customPatchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const integers = new Set(['gracePeriodSeconds', 'limit', 'timeoutSeconds']);
const booleans = new Set(['allowWatchBookmarks', 'force', 'orphanDependents', 'sendInitialEvents', 'watch']);

/** The OpenAPI documents of installed groups, made from the schemas of their kinds. */
export function openApiDocuments(
  groups: readonly ApiGroupVersion[],
  scheme: Scheme,
  version: string,
  describeKind?: DescribeKind,
): OpenApiDocuments {
  const source = { scheme, ...(describeKind ? { describeKind } : {}) };
  const info = { title: 'Kubernetes', version };
  const byPath = new Map(groups.map((group) => [basePath(group).slice(1), group]));
  const made = new Map<string, Json>();
  let swagger: Json | undefined;
  return {
    v3Paths: [...byPath.keys()],
    v3(path) {
      const group = byPath.get(path);
      if (!group) throw new Error(`there is no OpenAPI document of ${path}`);
      const document = made.get(path) ?? document3(operationsOf(group, scheme), source, info);
      made.set(path, document);
      return document;
    },
    v2: () => {
      const operations = (): ApiOperation[] => groups.flatMap((group) => operationsOf(group, scheme));
      swagger ??= document2(operations(), source, info);
      return swagger;
    },
  };
}

/** Where the schemas of a document come from. */
interface SchemaSource {
  readonly scheme: Scheme;
  readonly describeKind?: DescribeKind;
}

/** How objects go in and out: custom resources have no binary form, and no strategic merge. */
function formsOf({ describeKind }: SchemaSource): MediaForms {
  return describeKind
    ? { objects: mediaTypes.filter((type) => !type.includes('protobuf')), patches: customPatchTypes }
    : { objects: mediaTypes, patches: patchTypes };
}

interface MediaForms {
  readonly objects: readonly string[];
  readonly patches: readonly string[];
}

function document3(operations: readonly ApiOperation[], source: SchemaSource, info: Json): Json {
  const schemas = new SchemaCollection(source.scheme.schemas, style3, source.describeKind);
  const paths = pathItems(operations, (operation) => operation3(operation, schemas, formsOf(source)));
  return {
    openapi: '3.0.0',
    info,
    paths,
    components: {
      schemas: schemas.collected(),
      securitySchemes: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
    },
  };
}

function document2(operations: readonly ApiOperation[], source: SchemaSource, info: Json): Json {
  const schemas = new SchemaCollection(source.scheme.schemas, style2, source.describeKind);
  const paths = pathItems(operations, (operation) => operation2(operation, schemas, formsOf(source)));
  return {
    swagger: '2.0',
    info,
    paths,
    definitions: schemas.collected(),
    securityDefinitions: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header' } },
    security: [{ BearerToken: [] }],
  };
}

function pathItems(operations: readonly ApiOperation[], describe: (operation: ApiOperation) => Json): Json {
  const items: Record<string, Json> = {};
  for (const operation of operations) {
    const item = (items[operation.path] ??= {});
    item[operation.method] = describe(operation);
  }
  return items;
}

function operation3(operation: ApiOperation, schemas: SchemaCollection, forms: MediaForms): Json {
  const { body } = operation;
  const parameters = [
    ...operation.pathParameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...operation.queryParameters.map((name) => ({ name, in: 'query', schema: parameterType(name) })),
  ];
  const content = (types: readonly string[], schema: Json): Json =>
    Object.fromEntries(types.map((type) => [type, { schema }]));
  const requestBody = body && {
    required: body === 'object',
    content: content(body === 'patch' ? forms.patches : forms.objects, bodySchema(operation, schemas)),
  };
  const schema = answerSchema(operation, schemas);
  return {
    tags: [tagOf(operation.kind)],
    description: describe(operation),
    operationId: operation.id,
    parameters,
    ...(requestBody ? { requestBody } : {}),
    responses: {
      '200': { description: 'OK', ...(schema ? { content: content(forms.objects, schema) } : {}) },
      '401': { description: 'Unauthorized' },
    },
    ...extensions(operation),
  };
}

function operation2(operation: ApiOperation, schemas: SchemaCollection, forms: MediaForms): Json {
  const { body } = operation;
  const schema = answerSchema(operation, schemas);
  return {
    tags: [tagOf(operation.kind)],
    description: describe(operation),
    operationId: operation.id,
    consumes: body === 'patch' ? forms.patches : ['*/*'],
    produces: forms.objects,
    schemes: ['https'],
    parameters: [
      ...(body
        ? [
            {
              name: 'body',
              in: 'body',
              required: body !== 'deleteOptions',
              schema: bodySchema(operation, schemas),
            },
          ]
        : []),
      ...operation.pathParameters.map((name) => ({
        name,
        in: 'path',
        required: true,
        type: 'string',
        uniqueItems: true,
      })),
      ...operation.queryParameters.map((name) => ({ name, in: 'query', uniqueItems: true, ...parameterType(name) })),
    ],
    responses: { '200': { description: 'OK', ...(schema ? { schema } : {}) }, '401': { description: 'Unauthorized' } },
    ...extensions(operation),
  };
}

function parameterType(name: string): Json {
  if (integers.has(name)) return { type: 'integer' };
  return booleans.has(name) ? { type: 'boolean' } : { type: 'string' };
}

function bodySchema(operation: ApiOperation, schemas: SchemaCollection): Json {
  if (operation.body === 'patch') return { description: 'A patch of the object.', type: 'object' };
  if (operation.body === 'deleteOptions') return schemas.ref(`${meta}.DeleteOptions`);
  return schemas.kindRef(operation.kind) ?? { type: 'object' };
}

function answerSchema(operation: ApiOperation, schemas: SchemaCollection): Json | undefined {
  const { kind } = operation;
  switch (operation.answer) {
    case 'object':
      return schemas.kindRef(kind);
    case 'list':
      return schemas.kindRef({ ...kind, kind: `${kind.kind}List` });
    case 'status':
      return schemas.ref(`${meta}.Status`);
    case 'text':
      return { type: 'string' };
    default:
      throw new Error(`unknown answer ${String(operation.answer satisfies never)}`);
  }
}

function extensions({ action, kind }: ApiOperation): Json {
  return {
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group: kind.group, version: kind.version, kind: kind.kind },
  };
}

function describe({ action, kind }: ApiOperation): string {
  return `${action} ${kind.kind}`;
}

function tagOf({ group, version }: GroupVersionKind): string {
  return `${group === '' ? 'core' : (group.split('.')[0] ?? '')}_${version}`;
}
