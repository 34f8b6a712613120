import { SvelteMap } from 'svelte/reactivity';
import { type Cue, type CueView, idleCue } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { DeskChange } from '../../contract/desk-api/desk-api.ts';
import { keep, put } from './shown-data.svelte.ts';

/** The cues as this screen knows them. A change of one cue redraws only its readers. */
export class ScreenCues {
  readonly #cues = new SvelteMap<string, Cue>();
  readonly #views = new SvelteMap<string, CueView>();
  #armed = $state<string>();

  get(id: string): Cue | undefined {
    return this.#cues.get(id);
  }

  get all(): Iterable<Cue> {
    return this.#cues.values();
  }

  view(id: string): CueView {
    return this.#views.get(id) ?? idleCue;
  }

  get armed(): Cue | undefined {
    return this.#armed === undefined || this.view(this.#armed).state !== 'ARMED'
      ? undefined
      : this.#cues.get(this.#armed);
  }

  /** The cues of a rundown that will act by themselves, the soonest first. */
  waiting({ groups }: RundownOutline): { cue: Cue; view: CueView }[] {
    const all = groups
      .flatMap(({ cues }) => cues)
      .flatMap((id) => {
        const [cue, view] = [this.#cues.get(id), this.#views.get(id)];
        return cue && view?.due ? [{ cue, view, at: view.due.at ?? view.due.left ?? 0 }] : [];
      });
    return all.sort((one, other) => one.at - other.at);
  }

  /** A new link sends everything again. */
  clear(): void {
    this.#cues.clear();
    this.#views.clear();
  }

  changed({ cues, cueViews, rundowns }: Pick<DeskChange, 'cues' | 'cueViews' | 'rundowns'>): void {
    put(this.#cues, cues);
    put(this.#views, cueViews);
    this.#armed = Object.entries(cueViews ?? {}).findLast(([, view]) => view.state === 'ARMED')?.[0] ?? this.#armed;
    const listed = rundowns?.flatMap(({ groups }) => groups.flatMap((group) => group.cues));
    for (const all of [this.#cues, this.#views]) keep(all, listed);
  }
}
