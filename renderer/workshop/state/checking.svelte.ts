import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import { checkContent } from '../../../scene/content/content-check.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { WorkshopPorts } from './workshop-ports.ts';

/** How long (ms) after the last edit a content is checked: shorter than a pause between two words. */
const restBefore = 150;

/** What is wrong with the content on the bench. Every edit is checked, by the same code as in the service. */
export class Checking {
  readonly #after: WorkshopPorts['after'];
  readonly #installed: Installed;
  #problems = $state.raw<readonly ErrorDetail[]>([]);
  #warnings = $state.raw<readonly ErrorDetail[]>([]);
  #composition = $state.raw<Composition>();
  #busy = $state(false);
  #callOff: () => void = () => {};

  constructor({ after }: Pick<WorkshopPorts, 'after'>, installed: Installed) {
    this.#after = after;
    this.#installed = installed;
  }

  /** Why the content cannot be stored. */
  get problems(): readonly ErrorDetail[] {
    return this.#problems;
  }
  /** What is allowed and most likely not meant. */
  get warnings(): readonly ErrorDetail[] {
    return this.#warnings;
  }
  /** The last composition that was good, which the preview shows. */
  get composition(): Composition | undefined {
    return this.#composition;
  }
  /** True from an edit until it is checked. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Checks this content soon, unless a newer one comes first. */
  soon(content: CompositionContent): void {
    this.end();
    this.#busy = true;
    this.#callOff = this.#after(restBefore, () => this.now(content));
  }

  /** Checks this content at once. */
  now(content: CompositionContent): void {
    this.end();
    const { problems, warnings, composition } = checkContent(content, this.#installed);
    this.#problems = problems;
    this.#warnings = warnings;
    if (composition) this.#composition = composition;
  }

  /** Problems that were found elsewhere: by the service that does not store the content, or in a followed file. */
  refused(problems: readonly ErrorDetail[]): void {
    this.end();
    this.#problems = problems;
  }

  /** Calls off the check that waits. */
  end(): void {
    this.#callOff();
    this.#busy = false;
  }
}
