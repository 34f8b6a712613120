import { asOverlayError, type ErrorDetail } from '../../../contract/errors.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { Surroundings } from './surroundings.ts';

/** How long (ms) after the last edit a content is checked: shorter than a pause between two words. */
const restBefore = 150;

/** What the service says of the content that is edited. Every edit is checked; the answer to the newest counts. */
export class Checking {
  readonly #around: Pick<Surroundings, 'service' | 'after'>;
  #problems = $state.raw<readonly ErrorDetail[]>([]);
  #warnings = $state.raw<readonly ErrorDetail[]>([]);
  #composition = $state.raw<Composition>();
  #busy = $state(false);
  #failure = $state('');
  #asked = 0;
  #callOff: () => void = () => {};

  constructor(around: Pick<Surroundings, 'service' | 'after'>) {
    this.#around = around;
  }

  /** Why the content cannot be stored. */
  get problems(): readonly ErrorDetail[] {
    return this.#problems;
  }
  /** What is allowed and most likely not meant. */
  get warnings(): readonly ErrorDetail[] {
    return this.#warnings;
  }
  /** The last composition that was good: what a preview shows. */
  get composition(): Composition | undefined {
    return this.#composition;
  }
  /** True from an edit until it is checked. */
  get busy(): boolean {
    return this.#busy;
  }
  /** Why nothing could be checked; empty where it could. */
  get failure(): string {
    return this.#failure;
  }

  /** Check this content soon, if no newer one comes. */
  soon(content: CompositionContent): void {
    this.#callOff();
    this.#busy = true;
    this.#asked++;
    this.#callOff = this.#around.after(restBefore, () => void this.now(content));
  }

  /** Check this content at once. */
  async now(content: CompositionContent): Promise<void> {
    this.#callOff();
    this.#busy = true;
    const asked = ++this.#asked;
    try {
      const answer = await this.#around.service('checkContent', { params: {}, body: content });
      if (asked !== this.#asked) return;
      this.#failure = '';
      this.#problems = answer.problems;
      this.#warnings = answer.warnings;
      if (answer.composition) this.#composition = answer.composition;
    } catch (thrown) {
      if (asked !== this.#asked) return;
      this.#failure = asOverlayError(thrown).message;
    }
    this.#busy = false;
  }

  /** What a refusal of the service says, when it refuses to store what looked good. */
  refused(details: readonly ErrorDetail[]): void {
    this.#problems = details;
  }

  /** Nothing is checked any more. */
  end(): void {
    this.#asked++;
    this.#callOff();
  }
}
