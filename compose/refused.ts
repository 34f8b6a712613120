/** A command that cannot be carried out. The message is a sentence for the author. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
