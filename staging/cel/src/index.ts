export {
  CelEnvironment,
  type CompileResult,
  type EnvironmentOptions,
  type Library,
  type Validator,
} from './environment.ts';
export type { CheckedExpr, Reference } from './checker/checked.ts';
export type { Activation, EvaluateOptions } from './interpreter/frame.ts';
export type { Evaluation, Program } from './interpreter/program.ts';
export * from './syntax/ast.ts';
export { Issues, type Issue } from './syntax/issues.ts';
export { type Macro, type MacroBuilder, MacroError, simpleName } from './syntax/macro.ts';
export { operators } from './syntax/operators.ts';
export type { Location, Source } from './syntax/source.ts';
export { CelType, type CelKind, formatType, isExactType } from './types/cel-type.ts';
export type { EstimateCost, FunctionDecl, Implementation, OverloadDecl, TypeProvider } from './types/declarations.ts';
export { isDyn, isOptionalType, types, unwrapOptional } from './types/types.ts';
export type { CallEstimate, CostNode, Estimate, SizeEstimator } from './cost/estimates.ts';
export { define, defineShared, member, overload } from './stdlib/declare.ts';
export { compileRegex } from './stdlib/regex.ts';
export { adapt } from './values/adapt.ts';
export { isInt, isList, isMap, typeOf } from './values/classify.ts';
export {
  codePointCount,
  listAt,
  listSize,
  listValues,
  mapGet,
  mapKeys,
  mapSize,
  sizeForCost,
} from './values/collections.ts';
export { compareValues } from './values/compare.ts';
export { parseDuration } from './values/duration.ts';
export { equalByPosition, equalValues } from './values/equality.ts';
export { CelCostLimitError, CelError, CelInterruptedError, noSuchKey, noSuchOverload } from './values/errors.ts';
export { formatValue } from './values/format-value.ts';
export type { Int } from './values/integers.ts';
export { parseTimestamp } from './values/timestamp.ts';
export {
  CelDouble,
  CelDuration,
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  type ListValue,
  type MapValue,
  type PlainMap,
  type Value,
} from './values/value.ts';
export { estimateCost } from './cost/estimate-cost.ts';
export {
  addEstimates,
  fixed as fixedEstimate,
  multiplyEstimates,
  regexLengthFactor,
  scaleEstimate,
  stringTraversalFactor,
  uniteEstimates,
  unknownSize,
  unlimited,
} from './cost/estimates.ts';
export { optionalTypes } from './ext/optional.ts';
export { validateConstants, validateHomogeneousLiterals } from './ext/validators.ts';
export { toJson } from './values/to-json.ts';
export { setsExtension } from './ext/sets.ts';
export { stringsExtension } from './ext/strings.ts';
export { twoVariableComprehensions } from './ext/two-variable-comprehensions.ts';
export { standardFunction, standardFunctions } from './stdlib/standard-library.ts';
