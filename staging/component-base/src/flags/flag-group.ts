import { Option, type Command } from 'commander';

import type { FlagSpec } from './flag-spec.ts';

/** The specs of a group's flags by option name; `bindAddress` is the flag `--bind-address`. */
export type FlagSpecs<T> = { readonly [K in keyof T]-?: FlagSpec<T[K]> };

/** The values that a group ends up with. */
export type FlagValues<G> = G extends FlagGroup<infer T> ? T : never;

/**
 * Flags that belong together, declared once and shared by the apps that have them. What the user typed is kept apart
 * from the defaults, so that a config file can stand between the two.
 */
export class FlagGroup<T extends object> {
  readonly title: string;
  readonly #specs: FlagSpecs<T>;
  readonly #check: (values: T) => readonly Error[];

  constructor(title: string, specs: FlagSpecs<T>, check: (values: T) => readonly Error[] = () => []) {
    this.title = title;
    this.#specs = specs;
    this.#check = check;
  }

  /** Declares the flags of the group. */
  addFlags(cmd: Command): void {
    for (const name of this.#names()) cmd.addOption(this.#optionOf(name));
  }

  /** Only what the user typed. */
  typed(cmd: Command): Partial<T> {
    const values = cmd.opts<T>();
    const typed: Partial<T> = {};
    for (const name of this.#names()) {
      if (cmd.getOptionValueSource(optionKey(name)) === 'cli')
        typed[name] = values[optionKey(name) as keyof T & string];
    }
    return typed;
  }

  /** The defaults, overlaid by each of `layers` in turn (config file first, typed flags last). */
  complete(...layers: readonly Partial<T>[]): T {
    const values: Partial<T> = {};
    for (const name of this.#names()) values[name] = this.#specs[name].default;
    return Object.assign(values, ...layers.map(definedOf)) as T;
  }

  /** What is wrong with the values, each problem naming its flag. */
  validate(values: T): readonly Error[] {
    return this.#check(values);
  }

  /** The values as they would be typed, by flag. */
  texts(values: T): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#names().map((name) => [flagName(name), this.#specs[name].format(values[name])]));
  }

  #names(): (keyof T & string)[] {
    return Object.keys(this.#specs) as (keyof T & string)[];
  }

  #optionOf(name: keyof T & string): Option {
    const spec = this.#specs[name];
    const argument = spec.kind === 'bool' ? ' [true|false]' : ` <${spec.kind}>`;
    const short = spec.short === undefined ? '' : `-${spec.short}, `;
    const shown = spec.format(spec.default);
    const description = shown === '' ? spec.description : `${spec.description} (default ${shown})`;
    return new Option(`${short}--${flagName(name)}${argument}`, description)
      .helpGroup(`${spec.helpGroup ?? this.title} flags:`)
      .argParser((text: string, previous: unknown) => spec.parse(text, previous as T[keyof T & string] | undefined));
  }
}

/** `bindAddress` → `bind-address` */
export function flagName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The key under which commander keeps the value of that flag. */
function optionKey(name: string): string {
  return flagName(name).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function definedOf<T extends object>(layer: T): Partial<T> {
  return Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined)) as Partial<T>;
}
