import { readFile } from 'node:fs/promises';

const reloadAfter = 60_000;

/** The credentials of the `Authorization` header: a token, a file that holds one, or a password. */
export class BearerToken {
  readonly #fixed: string | undefined;
  readonly #file: string | undefined;
  readonly #source: (() => Promise<string>) | undefined;
  #read: { readonly token: string; readonly at: number } | undefined;

  private constructor(fixed: string | undefined, file: string | undefined, source?: () => Promise<string>) {
    this.#fixed = fixed;
    this.#file = file;
    this.#source = source;
  }

  /** Undefined if the options name no such credentials. A file wins over a token, as in kubeconfigs. */
  static of(options: {
    readonly token?: string;
    readonly tokenFile?: string;
    readonly tokenSource?: () => Promise<string>;
    readonly username?: string;
    readonly password?: string;
  }): BearerToken | undefined {
    if (options.tokenSource !== undefined) return new BearerToken(undefined, undefined, options.tokenSource);
    if (options.tokenFile !== undefined) return new BearerToken(undefined, options.tokenFile);
    if (options.token !== undefined) return new BearerToken(`Bearer ${options.token}`, undefined);
    if (options.username === undefined) return undefined;
    const pair = Buffer.from(`${options.username}:${options.password ?? ''}`).toString('base64');
    return new BearerToken(`Basic ${pair}`, undefined);
  }

  /** The header's value. An unreadable file fails only if it never could be read. */
  async header(): Promise<string> {
    if (this.#source !== undefined) return `Bearer ${await this.#source()}`;
    if (this.#file === undefined) return this.#fixed ?? '';
    if (this.#read === undefined || Date.now() - this.#read.at > reloadAfter) await this.#reload(this.#file);
    return `Bearer ${this.#read?.token ?? ''}`;
  }

  async #reload(file: string): Promise<void> {
    try {
      this.#read = { token: (await readFile(file, 'utf8')).trim(), at: Date.now() };
    } catch (err) {
      if (this.#read === undefined) throw new Error(`cannot read the token file ${file}`, { cause: err });
    }
  }
}
