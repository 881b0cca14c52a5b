/** A text that is not what it should be, in the words of Go's parsers. */
export class BodyProblem extends Error {
  override readonly name = 'BodyProblem';
}
