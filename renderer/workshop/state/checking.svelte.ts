import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import { checkContent } from '../../../scene/content/content-check.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { CompositionContent } from '../../../scene/schema/composition-content.ts';

/** The delay (ms) between the last edit and the check: shorter than a pause between two words. */
const restBefore = 150;

/** Checks every edit on the bench with the service's own code. */
export class Checking {
  readonly #installed: Installed;
  #problems = $state.raw<readonly ErrorDetail[]>([]);
  #warnings = $state.raw<readonly ErrorDetail[]>([]);
  #composition = $state.raw<Composition>();
  #busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(installed: Installed) {
    this.#installed = installed;
  }

  /** Why the content cannot be stored. */
  get problems(): readonly ErrorDetail[] {
    return this.#problems;
  }
  /** Allowed, but probably a mistake. */
  get warnings(): readonly ErrorDetail[] {
    return this.#warnings;
  }
  /** The last valid composition, shown by the preview. */
  get composition(): Composition | undefined {
    return this.#composition;
  }
  get busy(): boolean {
    return this.#busy;
  }

  /** Checks this content soon, unless a newer one comes first. */
  soon(content: CompositionContent): void {
    this.end();
    this.#busy = true;
    this.#timer = setTimeout(() => this.now(content), restBefore);
  }

  now(content: CompositionContent): void {
    this.end();
    const { problems, warnings, composition } = checkContent(content, this.#installed);
    this.#problems = problems;
    this.#warnings = warnings;
    if (composition) this.#composition = composition;
  }

  /** Takes problems found elsewhere: by the service on storing, or in a followed file. */
  refused(problems: readonly ErrorDetail[]): void {
    this.end();
    this.#problems = problems;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#busy = false;
  }
}
