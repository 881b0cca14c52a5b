import { BinaryWriter } from '@bufbuild/protobuf/wire';

import type { Json } from './schemas.ts';
import { headers, jsonReference, parameter, parametersItem } from './v2-parameter-messages.ts';
import { externalDocs, fileSchema, namedSchemas, schema } from './v2-schema-messages.ts';
import { securityDefinitions, securityRequirement } from './v2-security-messages.ts';
import {
  any,
  flag,
  isExtension,
  type Message,
  message,
  messages,
  named,
  oneOf,
  struct,
  text,
  texts,
} from './v2-wire.ts';

const contact: Message = struct({ name: [1, text], url: [2, text], email: [3, text] }, 4);
const license: Message = struct({ name: [1, text], url: [2, text] }, 3);
const info: Message = struct(
  {
    title: [1, text],
    version: [2, text],
    description: [3, text],
    termsOfService: [4, text],
    contact: [5, message(() => contact)],
    license: [6, message(() => license)],
  },
  7,
);
const tag: Message = struct(
  { name: [1, text], description: [2, text], externalDocs: [3, message(() => externalDocs)] },
  4,
);

const schemaItem: Message = oneOf(({ type }) => (type === 'file' ? [2, fileSchema] : [1, schema]));
const examples: Message = named(1, any);
const response: Message = struct(
  {
    description: [1, text],
    schema: [2, message(() => schemaItem)],
    headers: [3, message(() => headers)],
    examples: [4, message(() => examples)],
  },
  5,
);
const responseValue: Message = oneOf((value) => ('$ref' in value ? [2, jsonReference] : [1, response]));
const responses = mixed(
  named(
    1,
    message(() => responseValue),
    (name) => !isExtension(name),
  ),
  named(2, any, isExtension),
);

const operation: Message = struct(
  {
    tags: [1, texts],
    summary: [2, text],
    description: [3, text],
    externalDocs: [4, message(() => externalDocs)],
    operationId: [5, text],
    produces: [6, texts],
    consumes: [7, texts],
    parameters: [8, messages(() => parametersItem)],
    responses: [9, message(() => responses)],
    schemes: [10, texts],
    deprecated: [11, flag],
    security: [12, messages(() => securityRequirement)],
  },
  13,
);
const operationField = message(() => operation);
const pathItem: Message = struct(
  {
    $ref: [1, text],
    get: [2, operationField],
    put: [3, operationField],
    post: [4, operationField],
    delete: [5, operationField],
    options: [6, operationField],
    head: [7, operationField],
    patch: [8, operationField],
    parameters: [9, messages(() => parametersItem)],
  },
  10,
);
const paths = mixed(
  named(1, any, isExtension),
  named(
    2,
    message(() => pathItem),
    (name) => !isExtension(name),
  ),
);
const parameterDefinitions: Message = named(
  1,
  message(() => parameter),
);
const responseDefinitions: Message = named(
  1,
  message(() => response),
);

const swagger: Message = struct(
  {
    swagger: [1, text],
    info: [2, message(() => info)],
    host: [3, text],
    basePath: [4, text],
    schemes: [5, texts],
    consumes: [6, texts],
    produces: [7, texts],
    paths: [8, message(() => paths)],
    definitions: [9, message(() => namedSchemas)],
    parameters: [10, message(() => parameterDefinitions)],
    responses: [11, message(() => responseDefinitions)],
    security: [12, messages(() => securityRequirement)],
    securityDefinitions: [13, message(() => securityDefinitions)],
    tags: [14, messages(() => tag)],
    externalDocs: [15, message(() => externalDocs)],
  },
  16,
);

/**
 * A Swagger 2 document as gnostic's `openapi.v2.Document`. What the message has no place for is left out.
 *
 * @go k8s.io/kube-openapi/pkg/handler#ToProtoBinary
 */
export function swaggerToProtobuf(document: object): Uint8Array {
  const writer = new BinaryWriter();
  swagger(writer, document as Json);
  return writer.finish();
}

/** A message of two kinds of entries that the document has in one map. */
function mixed(first: Message, second: Message): Message {
  return (writer, value) => {
    first(writer, value);
    second(writer, value);
  };
}
