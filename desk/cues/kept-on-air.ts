import { z } from 'zod';
import { AnimationAction } from '../../contract/model/animation-state.ts';
import { Cue } from '../../contract/desk-api/cue.ts';
import type { OpenApp } from '../app/open-app.ts';
import { same } from '../app/confirmed.ts';
import type { Ground } from '../ground.ts';
import type { Rundowns } from './rundowns.ts';
import { StepPart, StepRun } from './step-run.ts';

/** The part of a step in one app instance, which has graphics on air. */
export const KeptPart = z.object({
  /** As on air: edits of the cue may not be. */
  cue: Cue,
  step: z.int().nonnegative(),
  app: z.string(),
  /** Of the service; null for a part of unknown outcome, and for a polled service. */
  revision: z.int().nullable(),
  asked: z.array(z.object({ id: z.string(), action: AnimationAction })),
  /** The ids that it still has, of those asked for. */
  has: z.array(z.string()),
});
export type KeptPart = z.infer<typeof KeptPart>;

/** Milliseconds without a change of the show until its revision is written. */
const quiet = 2_000;

/** What cues have on air is theirs again after a start, once their app instance is reached. */
export class KeptOnAir {
  readonly #ground: Ground;
  readonly #rundowns: Rundowns;
  /** Of app instances that were not reached since the start. */
  #unread: readonly KeptPart[];
  #written: readonly KeptPart[];

  constructor(ground: Ground, rundowns: Rundowns) {
    [this.#ground, this.#rundowns] = [ground, rundowns];
    this.#unread = this.#written = ground.prepared.list('onAir', KeptPart) ?? [];
  }

  isUnread(cue: string): boolean {
    return this.#unread.some(({ cue: { id }, app }) => id === cue && this.#ground.apps.standing(app) === 'untold');
  }

  /** The runs that have graphics in this app instance since before the start. */
  read(app: OpenApp): StepRun[] {
    if (this.#unread.length === 0 || !app.state.isBelieved) return [];
    const own = this.#unread.filter((part) => part.app === app.identity.key);
    this.#unread = this.#unread.filter((part) => !own.includes(part));
    return own.flatMap((kept) => {
      const now = this.#rundowns.find(kept.cue.id);
      if (!now || !kept.cue.steps[kept.step]) return [];
      const cue = same(kept.cue.steps, now.steps) ? now : kept.cue;
      const part = StepPart.again(app, kept, this.#ground.clock);
      return StepRun.again({ cue, step: kept.step }, part, this.#ground.clock);
    });
  }

  /** The app instance was removed. Returns the cues with graphics there. */
  forget(key: string): string[] {
    const own = this.#unread.filter(({ app }) => app === key);
    this.#unread = this.#unread.filter((part) => !own.includes(part));
    return own.map(({ cue }) => cue.id);
  }

  keep(runs: readonly StepRun[]): void {
    const now = [...this.#unread, ...runs.flatMap(keptOf)];
    const isSame = now.length === this.#written.length && now.every((part, at) => isSameAir(part, this.#written[at]));
    const isSameRevision = isSame && now.every(({ revision }, at) => revision === this.#written[at]?.revision);
    if (isSameRevision) return;
    this.#written = now;
    // Data may change the show many times a second. A power cut before the write leaves the cues in doubt.
    if (isSame) this.#ground.prepared.saveLater({ onAir: now }, quiet);
    else this.#ground.prepared.save('onAir', now);
  }
}

function keptOf({ shownAs, step, parts }: StepRun): KeptPart[] {
  return parts.flatMap(({ kept }) => (kept.has.length > 0 ? [{ cue: shownAs, step, ...kept }] : []));
}

/** Cues are immutable, and are not read anew for each frame of a service. */
function isSameAir(one: KeptPart, other: KeptPart | undefined): boolean {
  if (one.cue !== other?.cue || (one.revision === null) !== (other.revision === null)) return false;
  return same([one.step, one.app, one.asked, one.has], [other.step, other.app, other.asked, other.has]);
}
