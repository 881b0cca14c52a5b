/** A patch that does not fit the document, or breaks the rules of its kind. */
export class PatchError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PatchError';
  }
}

/** A `test` operation found another value: the patch is not to be applied. */
export class PatchTestError extends PatchError {
  override readonly name = 'PatchTestError';
}
