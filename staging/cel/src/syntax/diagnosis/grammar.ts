import type { TokenKind } from '../token.ts';
import { call, choice, define, leftRecursive, loop, optional, repeat, Rule, sequence, token } from './network.ts';

/** The tokens in the order of the grammar: expectations are listed in it. */
export const tokenOrder: readonly TokenKind[] = [
  ...(['EOF', '==', '!=', 'in', '<', '<=', '>=', '>', '&&', '||', '[', ']', '{', '}', '(', ')', '.', ','] as const),
  ...(['-', '!', '?', ':', '+', '*', '/', '%', 'true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT'] as const),
  ...(['STRING', 'BYTES', 'IDENTIFIER', 'ESC_IDENTIFIER'] as const),
];

/**
 * The first rule of the grammar: an expression and the end of the text.
 * @go github.com/google/cel-go/parser/gen CEL.g4
 */
export const startRule = new Rule('start');

const [expr, conditionalOr, conditionalAnd] = [new Rule('expr'), new Rule('conditionalOr'), new Rule('conditionalAnd')];
const [relation, calc, unary, member] = [new Rule('relation'), new Rule('calc'), new Rule('unary'), new Rule('member')];
const [primary, exprList, listInit] = [new Rule('primary'), new Rule('exprList'), new Rule('listInit')];
const [fieldList, optField, mapList] = [
  new Rule('fieldInitializerList'),
  new Rule('optField'),
  new Rule('mapInitializerList'),
];
const [escapeIdent, optExpr, literal] = [new Rule('escapeIdent'), new Rule('optExpr'), new Rule('literal')];

const name = token('IDENTIFIER');
const args = sequence(token('('), optional(call(exprList)), token(')'));
const mapEntry = sequence(call(optExpr), token(':'), call(expr));
const fieldEntry = sequence(call(optField), token(':'), call(expr));
const dot = optional(token('.'));

define(startRule, sequence(call(expr), token('EOF')));
define(
  expr,
  sequence(call(conditionalOr), optional(sequence(token('?'), call(conditionalOr), token(':'), call(expr)))),
);
define(conditionalOr, sequence(call(conditionalAnd), loop(sequence(token('||'), call(conditionalAnd)))));
define(conditionalAnd, sequence(call(relation), loop(sequence(token('&&'), call(relation)))));

const relations = ['<', '<=', '>=', '>', '==', '!=', 'in'] as const;
define(
  relation,
  leftRecursive(call(calc), [
    { first: relations, precedence: 1, rest: sequence(token(...relations), call(relation, 2)) },
  ]),
);
define(
  calc,
  leftRecursive(call(unary), [
    { first: ['*', '/', '%'], precedence: 2, rest: sequence(token('*', '/', '%'), call(calc, 3)) },
    { first: ['+', '-'], precedence: 1, rest: sequence(token('+', '-'), call(calc, 2)) },
  ]),
);
define(
  unary,
  choice(call(member), sequence(repeat(token('!')), call(member)), sequence(repeat(token('-')), call(member))),
);

const select = sequence(token('.'), optional(token('?')), call(escapeIdent));
const memberCall = sequence(token('.'), name, args);
const index = sequence(token('['), optional(token('?')), call(expr), token(']'));
define(
  member,
  leftRecursive(call(primary), [{ first: ['.', '['], precedence: 1, rest: choice(select, memberCall, index) }]),
);

define(
  primary,
  choice(
    sequence(dot, name),
    sequence(dot, name, args),
    sequence(token('('), call(expr), token(')')),
    sequence(token('['), optional(call(listInit)), optional(token(',')), token(']')),
    sequence(token('{'), optional(call(mapList)), optional(token(',')), token('}')),
    sequence(
      dot,
      name,
      loop(sequence(token('.'), name)),
      token('{'),
      optional(call(fieldList)),
      optional(token(',')),
      token('}'),
    ),
    call(literal),
  ),
);
define(exprList, sequence(call(expr), loop(sequence(token(','), call(expr)))));
define(listInit, sequence(call(optExpr), loop(sequence(token(','), call(optExpr)))));
define(fieldList, sequence(fieldEntry, loop(sequence(token(','), fieldEntry))));
define(optField, sequence(optional(token('?')), call(escapeIdent)));
define(mapList, sequence(mapEntry, loop(sequence(token(','), mapEntry))));
define(escapeIdent, choice(name, token('ESC_IDENTIFIER')));
define(optExpr, sequence(optional(token('?')), call(expr)));
define(
  literal,
  choice(
    sequence(optional(token('-')), token('NUM_INT')),
    token('NUM_UINT'),
    sequence(optional(token('-')), token('NUM_FLOAT')),
    ...(['STRING', 'BYTES', 'true', 'false', 'null'] as const).map((kind) => token(kind)),
  ),
);
