import { ParseError, quote } from '@kubescript/apimachinery';

import type { FlagSpec, FlagSpecs, FlagValues } from './flag-spec.ts';

/** A command line that cannot be understood; the message is what pflag would say. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A command line, taken apart. */
export interface ParsedFlags<S extends FlagSpecs> {
  readonly values: FlagValues<S>;
  /** The flags that were typed. */
  readonly changed: ReadonlySet<string>;
  /** What is no flag, in order; flags may stand between. */
  readonly args: readonly string[];
  /** How many of the arguments stood before `--`; undefined if there was none. */
  readonly argsBeforeDash: number | undefined;
}

/**
 * Takes a command line apart by the rules of Go's pflag: `--name value`, `--name=value`, `-n value`, `-nvalue`,
 * `-n=value`, `-abc` for three switches, and `--` before what is not to be read as flags. Throws UsageError.
 */
export function parseFlags<S extends FlagSpecs>(specs: S, argv: readonly string[]): ParsedFlags<S> {
  return new FlagParser(specs, argv).parse();
}

class FlagParser<S extends FlagSpecs> {
  readonly #specs: S;
  readonly #values = new Map<string, unknown>();
  readonly #args: string[] = [];
  readonly #rest: string[];
  #argsBeforeDash: number | undefined;

  constructor(specs: S, argv: readonly string[]) {
    this.#specs = specs;
    this.#rest = [...argv];
  }

  parse(): ParsedFlags<S> {
    for (let arg = this.#rest.shift(); arg !== undefined; arg = this.#rest.shift()) {
      if (arg === '--') {
        this.#argsBeforeDash = this.#args.length;
        this.#args.push(...this.#rest.splice(0));
      } else if (arg.startsWith('--')) this.#long(arg.slice(2));
      else if (arg.startsWith('-') && arg !== '-') this.#shorts(arg.slice(1));
      else this.#args.push(arg);
    }
    const values = Object.entries(this.#specs).map(([name, spec]) => [name, this.#values.get(name) ?? spec.default]);
    return {
      values: Object.fromEntries(values) as FlagValues<S>,
      changed: new Set(this.#values.keys()),
      args: this.#args,
      argsBeforeDash: this.#argsBeforeDash,
    };
  }

  #long(text: string): void {
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const spec = Object.hasOwn(this.#specs, name) ? this.#specs[name] : undefined;
    if (spec === undefined) throw new UsageError(`unknown flag: --${name}`);
    const value = equals < 0 ? spec.withoutValue : text.slice(equals + 1);
    this.#set(name, spec, value ?? this.#argument(`flag needs an argument: --${name}`), `--${name}`);
  }

  #shorts(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const letter = text.charAt(at);
      const [name, spec] = this.#byShorthand(letter, text);
      const label = `-${letter}, --${name}`;
      const rest = text.slice(at + 1);
      if (rest.startsWith('=')) {
        this.#set(name, spec, rest.slice(1), label);
        return;
      }
      if (spec.withoutValue === undefined) {
        const value = rest === '' ? this.#argument(`flag needs an argument: '${letter}' in -${text}`) : rest;
        this.#set(name, spec, value, label);
        return;
      }
      this.#set(name, spec, spec.withoutValue, label);
    }
  }

  #byShorthand(letter: string, text: string): readonly [string, FlagSpec<unknown>] {
    const found = Object.entries(this.#specs).find(([, spec]) => spec.shorthand === letter);
    if (found === undefined) throw new UsageError(`unknown shorthand flag: '${letter}' in -${text}`);
    return found;
  }

  #argument(problem: string): string {
    const next = this.#rest.shift();
    if (next === undefined) throw new UsageError(problem);
    return next;
  }

  #set(name: string, spec: FlagSpec<unknown>, text: string, label: string): void {
    try {
      this.#values.set(name, spec.read(text, this.#values.get(name)));
    } catch (err) {
      if (!(err instanceof ParseError)) throw err;
      throw new UsageError(`invalid argument ${quote(text)} for ${quote(label)} flag: ${err.message}`);
    }
  }
}
