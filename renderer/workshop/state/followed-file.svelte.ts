import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { Installed } from '../../../scene/content/content-advice.ts';
import type { ContentTextCheck } from '../../../scene/content/content-text.ts';
import type { Bench } from './bench.svelte.ts';
import { followFile } from './follow-file.ts';
import type { PreviewState } from './preview-state.svelte.ts';
import type { PickedFile } from '../pick-file.ts';

interface FollowTarget {
  bench: Bench;
  preview: PreviewState;
}

/**
 * A file of this machine that the bench follows. Each save is an edit on the bench that can be undone and stored like
 * any other. A faulty file leaves the last valid composition.
 */
export class FollowedFile {
  readonly name: string;
  /** Stops following. The composition stays. */
  readonly end: () => void;
  readonly #target: FollowTarget;
  #problems = $state(0);

  constructor(file: PickedFile, installed: Installed, target: FollowTarget) {
    this.name = file.name;
    this.#target = target;
    this.end = followFile(file, installed, (check) => this.#saved(check));
  }

  get problems(): number {
    return this.#problems;
  }

  #saved({ problems, value }: ContentTextCheck): void {
    const { bench, preview } = this.#target;
    this.#problems = problems.length;
    if (problems.length > 0) return bench.checking.refused(problems);
    const sub = bench.subId;
    // An equal content makes no edit, but clears the last problems.
    if (JSON.stringify(value) !== JSON.stringify(bench.content)) bench.edit(() => value as CompositionContent);
    bench.check();
    if (bench.subId !== sub) preview.only(bench.subId);
  }
}
