import { WireType } from '@bufbuild/protobuf/wire';

import {
  any,
  anys,
  double,
  type Field,
  flag,
  integer,
  type Message,
  message,
  messages,
  named,
  struct,
  text,
  texts,
  wrapped,
} from './v2-wire.ts';

/** `ExternalDocs` */
export const externalDocs: Message = struct({ description: [1, text], url: [2, text] }, 3);

const xml: Message = struct(
  { name: [1, text], namespace: [2, text], prefix: [3, text], attribute: [4, flag], wrapped: [5, flag] },
  6,
);

/** `AdditionalPropertiesItem`: a schema, or whether there may be more. */
const additionalProperties: Field = (writer, number, value) => {
  if (typeof value !== 'boolean') {
    wrapped(
      1,
      message((): Message => schema),
    )(writer, number, value);
    return;
  }
  writer.tag(number, WireType.LengthDelimited).fork();
  writer.tag(2, WireType.Varint).bool(value);
  writer.join();
};

/** `Schema` */
export const schema: Message = struct(
  {
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, flag],
    minimum: [9, double],
    exclusiveMinimum: [10, flag],
    maxLength: [11, integer],
    minLength: [12, integer],
    pattern: [13, text],
    maxItems: [14, integer],
    minItems: [15, integer],
    uniqueItems: [16, flag],
    maxProperties: [17, integer],
    minProperties: [18, integer],
    required: [19, texts],
    enum: [20, anys],
    additionalProperties: [21, additionalProperties],
    type: [22, wrapped(1, texts)],
    items: [
      23,
      wrapped(
        1,
        messages((): Message => schema),
      ),
    ],
    allOf: [24, messages((): Message => schema)],
    properties: [25, message((): Message => namedSchemas)],
    discriminator: [26, text],
    readOnly: [27, flag],
    xml: [28, message(() => xml)],
    externalDocs: [29, message(() => externalDocs)],
    example: [30, any],
  },
  31,
);

/** `Definitions` and `Properties` */
export const namedSchemas: Message = named(
  1,
  message(() => schema),
);

/** `FileSchema` */
export const fileSchema: Message = struct(
  {
    format: [1, text],
    title: [2, text],
    description: [3, text],
    default: [4, any],
    required: [5, texts],
    type: [6, text],
    readOnly: [7, flag],
    externalDocs: [8, message(() => externalDocs)],
    example: [9, any],
  },
  10,
);
