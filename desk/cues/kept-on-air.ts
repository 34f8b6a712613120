import { z } from 'zod';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { OpenApp } from '../app/open-app.ts';
import { same } from '../app/confirmed.ts';
import type { Ground } from '../ground.ts';
import type { RunList } from './run-list.ts';
import type { Rundowns } from './rundowns.ts';
import { KeptPart, StepPart, StepRun } from './step-run.ts';

const KeptRun = z.object({
  /** As on air: edits of the cue may not be. */
  cue: Cue,
  step: z.int().nonnegative(),
  parts: z.array(KeptPart),
});
type KeptRun = z.infer<typeof KeptRun>;

/** Milliseconds without a change of the show until its revision is written. */
const quiet = 2_000;

/** What cues have on air is theirs again after a start, once their app instance is reached. */
export class KeptOnAir {
  readonly #ground: Ground;
  /** The parts of each run in app instances that were not reached since the start, or since they were removed. */
  readonly #unread = new Map<StepRun, readonly KeptPart[]>();
  #written: readonly KeptRun[];

  constructor(ground: Ground, rundowns: Rundowns) {
    this.#ground = ground;
    this.#written = keptRuns(ground);
    for (const { cue: shown, step, parts } of this.#written) {
      const now = rundowns.find(shown.id);
      if (!now || !shown.steps[step]) continue;
      const cue = same(shown.steps, now.steps) ? now : shown;
      this.#unread.set(StepRun.again({ cue, step }, ground.clock), parts);
    }
  }

  /** The app instances, not reached yet, in which the cue may have graphics on air. */
  unread(cue: string): string[] {
    if (this.#unread.size === 0) return [];
    const parts = [...this.#unread].flatMap(([run, left]) => (run.cue.id === cue ? left : []));
    const { apps } = this.#ground;
    return parts.flatMap(({ app, has }) => (has.length > 0 && apps.standing(app) === 'untold' ? app : []));
  }

  /** The runs that get back their part in this app instance, each once. */
  takeBack(app: OpenApp): StepRun[] {
    if (!app.state.isBelieved) return [];
    const { key } = app.identity;
    return this.#take(key).map(({ run, part }) => {
      const others = run.parts.filter((one) => one.app.identity.key !== key);
      run.parts = [...others, StepPart.again(app, part, this.#ground.clock)];
      return run;
    });
  }

  /** The app instance was removed, and may come again. Returns the cues that may have graphics there. */
  closed(key: string, runs: readonly StepRun[]): string[] {
    for (const run of runs) {
      const own = run.parts.filter(({ app }) => app.identity.key === key).map((part) => part.kept);
      const waiting = this.#unread.get(run)?.filter(({ app }) => app !== key) ?? [];
      if (own.length > 0) this.#unread.set(run, [...waiting, ...own]);
    }
    return [...this.#unread.keys()].map(({ cue }) => cue.id);
  }

  #take(key: string): { run: StepRun; part: KeptPart }[] {
    return [...this.#unread].flatMap(([run, parts]) => {
      const left = parts.filter(({ app }) => app !== key);
      if (left.length > 0) this.#unread.set(run, left);
      else this.#unread.delete(run);
      return parts.flatMap((part) => (part.app === key ? { run, part } : []));
    });
  }

  keep(list: RunList): void {
    const now = this.#keptRuns(list);
    const isSame = now.length === this.#written.length && now.every((run, at) => isSameAir(run, this.#written[at]));
    if (isSame && same(now.map(revisions), this.#written.map(revisions))) return;
    this.#written = now;
    // Data may change the show many times a second. A power cut before the write leaves the cues in doubt.
    if (isSame) this.#ground.prepared.saveLater({ onAir: now }, quiet);
    else this.#ground.prepared.save('onAir', now);
  }

  /** All runs of the cues that have something on air. */
  #keptRuns(list: RunList): KeptRun[] {
    const runs = new Set([...list.open.flatMap(({ cue }) => list.of(cue.id)), ...this.#unread.keys()]);
    const kept = [...runs].map((run) => {
      const unread = this.#unread.get(run) ?? [];
      const read = run.parts.map((part) => part.kept).filter(({ app }) => !unread.some((one) => one.app === app));
      // A start does not wait for a removed app instance.
      const parts = [...read, ...unread].filter(({ app }) => this.#ground.apps.standing(app) !== 'gone');
      return { cue: run.shownAs, step: run.step, parts };
    });
    const onAir = new Set(kept.flatMap(({ cue, parts }) => (parts.some(({ has }) => has.length > 0) ? cue.id : [])));
    return kept.filter(({ cue }) => onAir.has(cue.id));
  }
}

/** A wrong entry is reported once, and costs no other. */
function keptRuns({ prepared }: Pick<Ground, 'prepared'>): KeptRun[] {
  return (prepared.member('onAir', z.array(z.unknown())) ?? []).flatMap((entry, at) => {
    const read = KeptRun.safeParse(entry);
    if (read.error) prepared.leftOut(`onAir[${at}]`, read.error);
    return read.data ?? [];
  });
}

/** Cues are immutable, and are not read anew for each frame of a service. */
function isSameAir(one: KeptRun, other: KeptRun | undefined): boolean {
  return one.cue === other?.cue && same([one.step, one.parts.map(known)], [other.step, other.parts.map(known)]);
}

function known({ revision, ...part }: KeptPart): unknown {
  return { ...part, isKnown: revision !== null };
}

function revisions({ parts }: KeptRun): (number | null)[] {
  return parts.map(({ revision }) => revision);
}
