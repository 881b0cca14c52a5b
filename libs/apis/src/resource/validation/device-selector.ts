import type { DeviceSelector } from '@kubescript/api/resource/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '@kubescript/apimachinery';
import {
  baseCelEnvironment,
  DeclTypeProvider,
  declTypes,
  mapDecl,
  objectDeclOf,
  simpleDecl,
} from '@kubescript/apiserver';
import { type CelEnvironment, isExactType, types } from '@kubescript/cel';

import { validateList } from './collections.ts';

const MAX_SELECTORS = 32;
const MAX_EXPRESSION = 10 * 1024;

/** Which devices are meant. @go resource/validation#validateSelectorSlice */
export function validateSelectors(
  selectors: DeepReadonly<DeviceSelector[]> | undefined,
  path: FieldPath,
): FieldError[] {
  return validateList(selectors, { max: MAX_SELECTORS, check: validateSelector }, path);
}

/** @go resource/validation#validateCELSelector */
function validateSelector({ cel }: DeepReadonly<DeviceSelector>, path: FieldPath): FieldError[] {
  if (cel === undefined) return [required(path.child('cel'))];
  const place = path.child('cel', 'expression');
  const { expression } = cel;
  if (byteLength(expression) > MAX_EXPRESSION) return [tooLong(place, '', MAX_EXPRESSION)];
  const problem = problemOf(expression);
  return problem === undefined ? [] : [invalid(place, expression, problem)];
}

/** @go k8s.io/dynamic-resource-allocation/cel#(*compiler).CompileCELExpression */
function problemOf(expression: string): string | undefined {
  const compiled = deviceEnvironment().compile(expression);
  if (!compiled.ok) return `compilation failed: ${compiled.issues.toString()}`;
  const { outputType } = compiled;
  if (isExactType(types.bool, outputType) || outputType.kind === 'any' || outputType.kind === 'dyn') return undefined;
  return `must evaluate to bool or the unknown type, not ${outputType.name}`;
}

const MANY = Number.MAX_SAFE_INTEGER;
let environment: CelEnvironment | undefined;

/** What expressions know of a device. Made when first asked for. */
function deviceEnvironment(): CelEnvironment {
  if (environment !== undefined) return environment;
  const quantity = simpleDecl('kubernetes.Quantity', types.object('kubernetes.Quantity'), { minSerializedSize: 0 });
  const byDomain = (elem: typeof declTypes.dyn): typeof declTypes.dyn =>
    mapDecl(declTypes.string, mapDecl(declTypes.string, elem, MANY), MANY);
  const device = objectDeclOf('kubernetes.DRADevice', {
    driver: declTypes.string,
    attributes: byDomain(declTypes.dyn),
    capacity: byDomain(quantity),
    allowMultipleAllocations: declTypes.bool,
  });
  environment = baseCelEnvironment().extend({
    variables: { device: device.celType },
    typeProvider: new DeclTypeProvider(device),
  });
  return environment;
}
