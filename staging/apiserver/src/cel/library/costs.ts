import {
  addEstimates,
  type CallEstimate,
  type Estimate,
  fixedEstimate,
  type FunctionDecl,
  isExactType,
  type Library,
  type OverloadDecl,
  regexLengthFactor,
  scaleEstimate,
  sizeForCost,
} from '@kubescript/cel';
import { type EstimatedCall, type FunctionCost, nominal, one, sizeOf, traversal, traversed } from './cost-helpers.ts';
import { readArgument, stringCosts } from './string-costs.ts';

/** Two checks of an authorization are as much as one expression may afford. */
const check: FunctionCost = { evaluated: () => 350_000, estimated: () => fixedEstimate(350_000) };

/** Parsing text; the reference estimates it as 1. */
const parse: FunctionCost = { evaluated: ({ args }) => traversed(args[0]), estimated: () => undefined };

const ip: FunctionCost = {
  evaluated: ({ overload, args }) => (overload === 'cidr_ip' ? 1 : traversed(args[0])),
  estimated: ({ target }) => (target === undefined ? undefined : one),
};

const isCanonical: FunctionCost = { evaluated: ({ args }) => traversed(args[0], 2), estimated: () => undefined };

const requirementCost = 50;

function selectorCost(length: Estimate): Estimate {
  const requirements = scaleEstimate(scaleEstimate(length, 0.5), requirementCost);
  return addEstimates(addEstimates(fixedEstimate(10), traversal(length)), requirements);
}

const selector: FunctionCost = {
  evaluated: ({ args }) => selectorCost(fixedEstimate(sizeForCost(args[1] ?? null))).max,
  estimated: ({ args, estimator }) => (args.length === 1 ? selectorCost(sizeOf(args[0], estimator)) : undefined),
};

/** An address has 4 or 16 bytes. */
const addressSize: Estimate = { min: 4, max: 16 };

/** Comparing networks, and reading the other where it is text. */
function containsCost(base: Estimate, evaluated: number): FunctionCost {
  return {
    evaluated: ({ overload, args }) => evaluated + (overload.endsWith('_string') ? traversed(args[1]) : 0),
    estimated({ overload, target, args, estimator }: EstimatedCall): CallEstimate | undefined {
      if (target === undefined || args.length === 0) return undefined;
      return overload.endsWith('_string') ? addEstimates(base, traversal(sizeOf(args[0], estimator))) : base;
    },
  };
}

const compareAddresses = traversal(addEstimates(addressSize, addressSize));

/** The longest expression behind a named format. */
const maxNameFormatRegexSize = 128;

const validate: FunctionCost = {
  evaluated: ({ args }) =>
    Math.ceil((1 + sizeForCost(args[1] ?? null)) * 0.1) * maxNameFormatRegexSize * regexLengthFactor,
  estimated({ target, args, estimator }) {
    if (target === undefined) return undefined;
    return scaleEstimate(traversal(sizeOf(args[0], estimator)), maxNameFormatRegexSize * regexLengthFactor);
  },
};

/** Types whose values are compared at once. */
const cheaplyEqual: ReadonlySet<string> = new Set([
  ...['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'],
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (name) => `kubernetes.authorization.${name}`,
  ),
]);

const equality: FunctionCost = {
  evaluated: () => undefined,
  estimated({ args: [left, right] }) {
    if (left === undefined || right === undefined || !isExactType(left.type, right.type)) return undefined;
    if (cheaplyEqual.has(left.type.name)) return one;
    if (left.type.name === 'kubernetes.NamedFormat') return traversal({ min: 1, max: 64 });
    if (left.type.name !== 'kubernetes.URL') return undefined;
    return traversal({ min: 1, max: right.computedSize?.max ?? 1 });
  },
};

/** Functions that cost 1. */
const nominals = [
  ...['serviceAccount', 'path', 'group', 'resource', 'subresource', 'namespace', 'name', 'allowed', 'reason', 'error'],
  ...['errored', 'masked', 'prefixLength', 'family', 'isUnspecified', 'isLoopback', 'isLinkLocalMulticast'],
  ...['isLinkLocalUnicast', 'isGlobalUnicast', 'format.named', 'sign', 'asInteger', 'isInteger', 'asApproximateFloat'],
  ...['isGreaterThan', 'isLessThan', 'compareTo', 'add', 'sub', 'major', 'minor', 'patch', 'getScheme', 'getHostname'],
  ...['getHost', 'getPort', 'getEscapedPath', 'getQuery', 'containsDigest', 'registry', 'repository', 'identifier'],
  ...['tag', 'digest'],
];

/**
 * What functions cost, by name. A change here changes which CustomResourceDefinitions are accepted.
 * @go k8s.io/apiserver/pkg/cel/library#CostEstimator
 */
const costs: ReadonlyMap<string, FunctionCost> = new Map([
  ...stringCosts,
  ...nominals.map((name) => [name, nominal] as const),
  ...['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver', 'image', 'isImage'].map(
    (name) => [name, parse] as const,
  ),
  ...['url', 'jsonpatch.escapeKey'].map((name) => [name, readArgument] as const),
  ['check', check],
  ['ip', ip],
  ['ip.isCanonical', isCanonical],
  ['fieldSelector', selector],
  ['labelSelector', selector],
  ['containsIP', containsCost(compareAddresses, 1)],
  ['containsCIDR', containsCost(addEstimates(addEstimates(compareAddresses, traversal(addressSize)), one), 3)],
  ['validate', validate],
  ['_==_', equality],
]);

/** The library with what Kubernetes says that its functions cost. */
export function withCosts(library: Library): Library {
  const functions = library.functions?.map((declaration) => declarationWithCost(declaration));
  return functions === undefined ? library : { ...library, functions };
}

function declarationWithCost(declaration: FunctionDecl): FunctionDecl {
  const cost = costs.get(declaration.name);
  if (cost === undefined) return declaration;
  return { ...declaration, overloads: declaration.overloads.map((overload) => overloadWithCost(overload, cost)) };
}

function overloadWithCost(overload: OverloadDecl, cost: FunctionCost): OverloadDecl {
  const { id } = overload;
  return {
    ...overload,
    runtimeCost: (args, result) => cost.evaluated({ overload: id, args, result }),
    estimateCost: (estimator, target, args) => cost.estimated({ overload: id, estimator, target, args }),
  };
}
