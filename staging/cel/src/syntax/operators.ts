/** The names under which operators are functions. */
export const operators = {
  conditional: '_?_:_',
  logicalAnd: '_&&_',
  logicalOr: '_||_',
  logicalNot: '!_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  negate: '-_',
  index: '_[_]',
  optIndex: '_[?_]',
  optSelect: '_?._',
  in: '@in',
  notStrictlyFalse: '@not_strictly_false',
} as const;

/** The function of each binary operator's text. */
export const binaryOperators: ReadonlyMap<string, string> = new Map([
  ['==', operators.equals],
  ['!=', operators.notEquals],
  ['<', operators.less],
  ['<=', operators.lessEquals],
  ['>', operators.greater],
  ['>=', operators.greaterEquals],
  ['in', operators.in],
  ['+', operators.add],
  ['-', operators.subtract],
  ['*', operators.multiply],
  ['/', operators.divide],
  ['%', operators.modulo],
]);

/** The variable in which a macro's comprehension gathers its result; no source text can spell it. */
export const accumulatorName = '@result';
