/** A command that cannot be carried out. Its message is a sentence for whoever gave it. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
