/** A text that does not have the form it should have; the message says what is wrong with it. */
export class ParseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParseError';
  }
}
