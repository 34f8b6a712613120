import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import type { ContentTextCheck } from '../../../scene/content/content-text.ts';
import type { Bench } from './bench.svelte.ts';
import { followFile, type FollowPorts } from './follow-file.ts';
import type { PreviewState } from './preview-state.svelte.ts';
import type { PickedFile } from './workshop-ports.ts';

/** Where the content of a followed file goes. */
interface FollowTarget {
  bench: Bench;
  preview: PreviewState;
}

/**
 * A file of this machine that the bench follows. Each save of the file is an edit of the composition on the bench, which can
 * be undone and stored like any other. While the file is wrong the composition stays as it last was good.
 */
export class FollowedFile {
  readonly name: string;
  /** Ends the following. The composition stays as it is. */
  readonly end: () => void;
  readonly #target: FollowTarget;
  #problems = $state(0);

  constructor(file: PickedFile, ports: FollowPorts, target: FollowTarget) {
    this.name = file.name;
    this.#target = target;
    this.end = followFile(file, ports, (check) => this.#saved(check));
  }

  /** How many problems the file has. */
  get problems(): number {
    return this.#problems;
  }

  #saved({ problems, value }: ContentTextCheck): void {
    const { bench, preview } = this.#target;
    this.#problems = problems.length;
    if (problems.length > 0) return bench.checking.refused(problems);
    const sub = bench.subId;
    // A file that says the same makes no edit. Its last problems go all the same.
    if (JSON.stringify(value) !== JSON.stringify(bench.content)) bench.edit(() => value as CompositionContent);
    bench.check();
    if (bench.subId !== sub) preview.only(bench.subId);
  }
}
