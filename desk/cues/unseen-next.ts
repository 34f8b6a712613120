import { texts } from '../../contract/texts/texts.ts';
import type { Cue, CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Ground } from '../ground.ts';
import type { KeptCues } from './kept-cues.ts';
import { isSamePlace } from './positions.ts';
import { captionOf } from './rundown-order.ts';

interface MovedNext {
  from: CuePlace;
  to: CuePlace | null;
  /** The screen that edited; undefined for an import or a show file. */
  by: string | undefined;
  /** No other hand could miss the move, so there is no notice. */
  isSeen: boolean;
}

type ListedNext = ReadonlyMap<string, { place: CuePlace; cue: Cue }>;

/** NEXT never moves unseen: after an edit of another hand, Go waits until an operator closes the notice or chooses NEXT. */
export class UnseenNext {
  readonly #ground: Pick<Ground, 'notices' | 'presses'>;
  readonly #kept: Pick<KeptCues, 'rundowns' | 'positions'>;
  /** By rundown: its last edit that moved NEXT, until a hand chooses NEXT. */
  readonly #moved = new Map<string, MovedNext>();

  constructor(ground: Pick<Ground, 'notices' | 'presses'>, kept: Pick<KeptCues, 'rundowns' | 'positions'>) {
    [this.#ground, this.#kept] = [ground, kept];
  }

  /** Throws `press-refused` if the hand may not have seen the move. */
  check(rundown: Rundown, hand: string): void {
    if (!this.#ground.notices.has(noticeOf(rundown)) || this.#moved.get(rundown.id)?.by === hand) return;
    throw new OverlayError('press-refused', texts.cues.nextMoved);
  }

  chosen(rundown: Rundown): void {
    this.#moved.delete(rundown.id);
    this.#ground.notices.dismiss(noticeOf(rundown));
  }

  /** NEXT of each rundown, to compare after an edit. */
  get now(): ListedNext {
    const { rundowns, positions } = this.#kept;
    const listed = rundowns.all.flatMap((rundown) => {
      const place = positions.of(rundown).next;
      const cue = place && rundowns.find(place.cue);
      return cue ? [[rundown.id, { place, cue }] as const] : [];
    });
    return new Map(listed);
  }

  edited(before: ListedNext, by: string | undefined): void {
    for (const rundown of this.#kept.rundowns.all) {
      if (this.#putBack(rundown)) continue;
      const was = before.get(rundown.id);
      const to = this.#kept.positions.of(rundown).next;
      if (was && was.cue.id !== to?.cue) this.#note(rundown, was, { from: was.place, to, by });
    }
  }

  /** The cue that was NEXT came back, and nothing was fired or chosen since. */
  #putBack(rundown: Rundown): boolean {
    const { rundowns, positions } = this.#kept;
    const moved = this.#moved.get(rundown.id);
    if (!moved || !(moved.isSeen || this.#ground.notices.has(noticeOf(rundown)))) return false;
    const { next } = positions.of(rundown);
    const order = rundowns.order(rundown);
    const isBack = isSamePlace(next, moved.to) && order.has(moved.from) && order.isPlayable(moved.from.cue);
    if (!isBack && !isSamePlace(next, moved.from)) return false;
    positions.change(rundown, { next: moved.from });
    this.chosen(rundown);
    return true;
  }

  #note(rundown: Rundown, { cue }: { cue: Cue }, moved: Omit<MovedNext, 'isSeen'>): void {
    const { notices, presses } = this.#ground;
    const { to, by } = moved;
    const isSeen = by !== undefined && [...presses.screens].every((screen) => screen === by);
    this.#moved.set(rundown.id, { ...moved, isSeen });
    if (isSeen) return;
    const now = to && this.#kept.rundowns.find(to.cue);
    const where = now ? texts.cues.toCue(captionOf(now)) : texts.cues.toTheEnd;
    const text = texts.cues.editMovedNext(by ?? texts.cues.theImport, rundown.name, `${captionOf(cue)} ${where}`);
    notices.keep({ id: noticeOf(rundown), text });
  }
}

const noticeOf = ({ id }: Rundown): string => `next ${id}`;
