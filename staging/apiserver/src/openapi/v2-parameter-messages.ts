import { schema } from './v2-schema-messages.ts';
import {
  any,
  anys,
  double,
  type Field,
  type Fields,
  flag,
  integer,
  type Message,
  message,
  named,
  oneOf,
  struct,
  text,
} from './v2-wire.ts';

/** What is said of a value that is no schema; the messages that have these number them one after the other. */
const valueFields: readonly (readonly [property: string, field: Field])[] = [
  ['type', text],
  ['format', text],
  ['items', message((): Message => primitivesItems)],
  ['collectionFormat', text],
  ['default', any],
  ['maximum', double],
  ['exclusiveMaximum', flag],
  ['minimum', double],
  ['exclusiveMinimum', flag],
  ['maxLength', integer],
  ['minLength', integer],
  ['pattern', text],
  ['maxItems', integer],
  ['minItems', integer],
  ['uniqueItems', flag],
  ['enum', anys],
  ['multipleOf', double],
];

function valueFieldsFrom(first: number): Fields {
  return Object.fromEntries(valueFields.map(([property, field], index) => [property, [first + index, field]]));
}

const primitivesItems: Message = struct(valueFieldsFrom(1), 18);

const header: Message = struct({ ...valueFieldsFrom(1), description: [18, text] }, 19);

/** `Headers` */
export const headers: Message = named(
  1,
  message(() => header),
);

const parameterFields: Fields = { required: [1, flag], in: [2, text], description: [3, text], name: [4, text] };
/** `HeaderParameterSubSchema` and `PathParameterSubSchema` */
const simpleParameter: Message = struct({ ...parameterFields, ...valueFieldsFrom(5) }, 22);
/** `FormDataParameterSubSchema` and `QueryParameterSubSchema` */
const emptyableParameter: Message = struct(
  { ...parameterFields, allowEmptyValue: [5, flag], ...valueFieldsFrom(6) },
  23,
);

const bodyParameter: Message = struct(
  { description: [1, text], name: [2, text], in: [3, text], required: [4, flag], schema: [5, message(() => schema)] },
  6,
);

const nonBodyParameter: Message = oneOf((parameter) => {
  switch (parameter['in']) {
    case 'header':
      return [1, simpleParameter];
    case 'formData':
      return [2, emptyableParameter];
    case 'query':
      return [3, emptyableParameter];
    case 'path':
      return [4, simpleParameter];
    default:
      return undefined;
  }
});

/** `Parameter` */
export const parameter: Message = oneOf((value) =>
  value['in'] === 'body' ? [1, bodyParameter] : [2, nonBodyParameter],
);

/** `JsonReference` */
export const jsonReference: Message = struct({ $ref: [1, text], description: [2, text] });

/** `ParametersItem` */
export const parametersItem: Message = oneOf((value) => ('$ref' in value ? [2, jsonReference] : [1, parameter]));
