/** What one keyword of a schema found. */
export interface SchemaError {
  readonly code: 'required' | 'enum' | 'tooLong' | 'maxItems' | 'maxProperties' | 'type' | 'other' | 'composite';
  /** Path of the value; '' for the root. */
  readonly name: string;
  readonly message: string;
  readonly value?: unknown;
  /** The limit that was exceeded. */
  readonly limit?: number;
  /** What would have been allowed. */
  readonly allowed?: readonly unknown[];
}

/**
 * What was found on the way: errors, each text once, and how many checks were made, by which the best of several
 * alternatives is told.
 *
 * @go k8s.io/kube-openapi/pkg/validation/validate#Result
 */
export class Result {
  readonly errors: SchemaError[] = [];
  matchCount = 0;

  get isValid(): boolean {
    return this.errors.length === 0;
  }

  add(error: SchemaError): this {
    if (!this.errors.some(({ message }) => message === error.message)) this.errors.push(error);
    return this;
  }

  merge(...others: readonly Result[]): this {
    for (const other of others) {
      for (const error of other.errors) this.add(error);
      this.matchCount += other.matchCount;
    }
    return this;
  }

  count(): this {
    this.matchCount++;
    return this;
  }
}
