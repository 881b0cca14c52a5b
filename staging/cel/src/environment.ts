import type { CheckedExpr } from './checker/checked.ts';
import { check } from './checker/checker.ts';
import type { Declarations } from './checker/scopes.ts';
import { Program } from './interpreter/program.ts';
import type { Issues } from './syntax/issues.ts';
import { type Macro, macroKey } from './syntax/macro.ts';
import { parse } from './syntax/parser.ts';
import { noLocation, Source } from './syntax/source.ts';
import { standardMacros } from './syntax/standard-macros.ts';
import { mergeFunctions } from './stdlib/declare.ts';
import { standardFunctions, standardTypes } from './stdlib/standard-library.ts';
import type { CelType } from './types/cel-type.ts';
import type { FunctionDecl, TypeProvider } from './types/declarations.ts';
import { CelError } from './values/errors.ts';
import type { Value } from './values/value.ts';

/** Looks at a checked expression and reports what the checker lets pass. */
export type Validator = (checked: CheckedExpr, issues: Issues) => void;

/** Functions, macros and types that belong together. */
export interface Library {
  readonly functions?: readonly FunctionDecl[];
  readonly macros?: readonly Macro[];
  /** Names of types, as in `type(x) == net.URL`. */
  readonly types?: readonly CelType[];
  readonly validators?: readonly Validator[];
}

/** What an environment is extended with. */
export interface EnvironmentOptions {
  readonly variables?: Readonly<Record<string, CelType>>;
  readonly functions?: readonly FunctionDecl[];
  readonly macros?: readonly Macro[];
  readonly types?: readonly CelType[];
  readonly libraries?: readonly Library[];
  /** Object types; asked after those given before. */
  readonly typeProvider?: TypeProvider;
  readonly validators?: readonly Validator[];
}

/** What compiling an expression results in. */
export type CompileResult =
  | { readonly ok: true; readonly program: Program; readonly outputType: CelType; readonly ast: CheckedExpr }
  | { readonly ok: false; readonly issues: Issues };

interface Parts {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDecl>;
  readonly macros: ReadonlyMap<string, Macro>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly providers: readonly TypeProvider[];
  readonly validators: readonly Validator[];
}

/**
 * What expressions may use: variables, functions, macros and types. Immutable; `extend` makes a larger one.
 * Compile once and evaluate often: compiling is the expensive part.
 * @go github.com/google/cel-go/cel#Env
 */
export class CelEnvironment implements Declarations, TypeProvider {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** An environment with these declarations too; later ones hide earlier ones of the same name. */
  extend(options: EnvironmentOptions): CelEnvironment {
    const libraries: readonly Library[] = [...(options.libraries ?? []), options];
    const own = this.#parts;
    const macros = libraries.flatMap((library) => library.macros ?? []);
    const named = libraries.flatMap((library) => library.types ?? []);
    return new CelEnvironment({
      variables: new Map([...own.variables, ...Object.entries(options.variables ?? {})]),
      functions: mergeFunctions(
        own.functions,
        libraries.flatMap((library) => library.functions ?? []),
      ),
      macros: new Map([...own.macros, ...macros.map((macro) => [keyOf(macro), macro] as const)]),
      types: new Map([...own.types, ...named.map((type) => [type.name, type] as const)]),
      providers: options.typeProvider === undefined ? own.providers : [...own.providers, options.typeProvider],
      validators: [...own.validators, ...libraries.flatMap((library) => library.validators ?? [])],
    });
  }

  /** Parses, checks and plans an expression. Never throws for a faulty expression: see `issues`. */
  compile(text: string): CompileResult {
    const source = new Source(text);
    const { parsed, issues } = parse(source, this.#parts.macros);
    if (parsed === undefined) return { ok: false, issues };
    const ast = check(parsed, this, issues);
    if (issues.length === 0) for (const validate of this.#parts.validators) validate(ast, issues);
    const outputType = ast.types.get(ast.expr.id);
    if (issues.length > 0 || outputType === undefined) return { ok: false, issues };
    return this.#plan(ast, outputType, issues);
  }

  #plan(ast: CheckedExpr, outputType: CelType, issues: Issues): CompileResult {
    try {
      return { ok: true, program: new Program(ast, this), outputType, ast };
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      issues.report(noLocation, error.message);
      return { ok: false, issues };
    }
  }

  findVariable(name: string): CelType | undefined {
    return this.#parts.variables.get(name);
  }

  findFunction(name: string): FunctionDecl | undefined {
    return this.#parts.functions.get(name);
  }

  findType(name: string): CelType | undefined {
    const named = this.#parts.types.get(name);
    if (named !== undefined) return named;
    for (const provider of this.#parts.providers) {
      const found = provider.findType(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  findField(typeName: string, field: string): CelType | undefined {
    return this.#providerOf(typeName)?.findField(typeName, field);
  }

  newObject(typeName: string, fields: ReadonlyMap<string, Value>): Value {
    const provider = this.#providerOf(typeName);
    if (provider?.newObject === undefined) throw new CelError(`unknown type: ${typeName}`);
    return provider.newObject(typeName, fields);
  }

  #providerOf(typeName: string): TypeProvider | undefined {
    return this.#parts.providers.find((provider) => provider.findType(typeName) !== undefined);
  }

  /** The environment with the language's own functions, macros and types. */
  static readonly standard = new CelEnvironment({
    variables: new Map(),
    functions: mergeFunctions(new Map(), standardFunctions),
    macros: new Map(standardMacros.map((macro) => [keyOf(macro), macro] as const)),
    types: standardTypes,
    providers: [],
    validators: [],
  });
}

function keyOf(macro: Macro): string {
  return macroKey(macro.function, macro.argCount, macro.receiver);
}
