import type { z } from 'zod';
import { type Cue, cueName, type CueView, idleCue, type Rundown } from '../../contract/desk-api/cue.ts';
import type { cueMembers, RundownOutline } from '../../contract/desk-api/cue-members.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { CueTruth } from '../../surfaces/faces/faces.ts';
import { wholeRow } from '../live-data/link-values.ts';
import { showsWords } from './step-request.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Clock } from '../../contract/clock.ts';
import type { ArmedCues } from './armed-cues.ts';
import type { KeptCues } from './kept-cues.ts';
import type { RunList } from './run-list.ts';

interface ShownParts {
  runs: RunList;
  armed: ArmedCues;
  liveData: LiveData;
}

export class ShownCues {
  readonly #clock: Clock;
  readonly #kept: KeptCues;
  readonly #of: ShownParts;
  readonly #outlines = new WeakMap<Rundown, RundownOutline>();

  constructor(clock: Clock, kept: KeptCues, of: ShownParts) {
    [this.#clock, this.#kept, this.#of] = [clock, kept, of];
  }

  readonly members: { [Name in keyof typeof cueMembers]: () => z.infer<(typeof cueMembers)[Name]> } = {
    rundowns: () => this.#kept.rundowns.all.map((rundown) => this.#outline(rundown)),
    positions: () =>
      Object.fromEntries(this.#kept.rundowns.all.map((rundown) => [rundown.id, this.#kept.positions.of(rundown)])),
    activeRundown: () => this.#kept.positions.active?.id ?? null,
    cues: () => Object.fromEntries(this.#kept.rundowns.list.map((cue) => [cue.id, cue])),
    cueViews: () => {
      const views = this.#kept.rundowns.list.map(({ id }) => [id, this.view(id)] as const);
      return Object.fromEntries(views.flatMap(([id, view]) => (view && view !== idleCue ? [[id, view]] : [])));
    },
    rundownEdits: () => ({ ...this.#kept.rundowns.undoable, revision: this.#kept.rundowns.revision }),
  };

  cue(id: string): Cue | undefined {
    return this.#kept.rundowns.find(id);
  }

  readonly truth: CueTruth = {
    cue: (id) => this.view(id),
    cueName: (id) => {
      const cue = this.cue(id);
      return cue && cueName(cue);
    },
    rundown: (id) => {
      const { positions } = this.#kept;
      const rundown = this.#rundown(id);
      return rundown && { ...positions.of(rundown), name: rundown.name, isActive: rundown === positions.active };
    },
    ahead: (id, by) => {
      const rundown = this.#rundown(id);
      return rundown && this.#kept.positions.ahead(rundown, by)?.cue;
    },
    goesOut: (address) => this.#of.runs.goesOut(parseAddress(address), this.#clock.now()),
  };

  /** Whether a cue waits, is under way, or may be on air. */
  isLive({ id }: Cue): boolean {
    const { runs } = this.#of;
    return runs.awaits(id) || runs.isUnderWay(id) || (this.view(id)?.onAir ?? 'no') !== 'no';
  }

  view(id: string): CueView | undefined {
    const { rundowns, positions } = this.#kept;
    const { runs, armed } = this.#of;
    const cue = rundowns.find(id);
    const rundown = rundowns.rundownOf(id);
    if (!cue || !rundown) return undefined;
    const known = runs.view(id, { present: cue, now: this.#clock.now() }) ?? idleCue;
    const staleData = this.#staleData(cue);
    const incomplete = this.#incomplete(cue);
    const view: CueView =
      staleData.length > 0 || incomplete
        ? { ...known, ...(staleData.length > 0 && { staleData }), ...(incomplete && { incomplete }) }
        : known;
    if (armed.find(id)) return { ...view, state: 'ARMED' };
    const isNext = positions.of(rundown).next?.cue === id;
    return isNext && ['IDLE', 'DONE', 'HIDDEN'].includes(view.state) ? { ...view, state: 'NEXT' } : view;
  }

  /** Names of sources with stale or broken data in the fields that the cue leaves to data. */
  #staleData({ steps }: Cue): string[] {
    const { liveData } = this.#of;
    const taken = steps.flatMap(({ targets }) => targets).filter(({ state }) => state === 'In');
    return [...new Set(taken.flatMap((target) => liveData.staleSource(target.subComposition, target.values) ?? []))];
  }

  #incomplete({ steps }: Cue): CueView['incomplete'] {
    const { links } = this.#of.liveData;
    const lacking = steps.flatMap(({ targets }) =>
      targets.flatMap(({ subComposition, row, values, state }) => {
        const { lacks, isRead, isLinked } = row ? links.rowValues({ subComposition, row }, values) : wholeRow;
        return lacks.length > 0 && (isLinked || showsWords(state)) ? [{ isRead, why: lacks.join(' ') }] : [];
      }),
    );
    const isRead = lacking.every((one) => one.isRead);
    return lacking.length > 0 ? { isRead, why: lacking.map(({ why }) => why).join(' ') } : undefined;
  }

  #outline(rundown: Rundown): RundownOutline {
    const outline = this.#outlines.get(rundown) ?? outlineOf(rundown);
    this.#outlines.set(rundown, outline);
    return outline;
  }

  #rundown(id: string | undefined): Rundown | undefined {
    const { rundowns, positions } = this.#kept;
    return id === undefined ? positions.active : rundowns.all.find((one) => one.id === id);
  }
}

function outlineOf({ groups, ...rundown }: Rundown): RundownOutline {
  return { ...rundown, groups: groups.map((group) => ({ ...group, cues: group.cues.map(({ id }) => id) })) };
}
