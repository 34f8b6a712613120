import { texts } from '../../contract/texts/texts.ts';
import type { Cue, CuePlace, Rundown } from '../../contract/desk-api/cue.ts';
import { shortened } from '../../contract/shortened.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Ground } from '../ground.ts';
import { activeNotice, type KeptCues } from './kept-cues.ts';
import { isSamePlace } from './positions.ts';
import { same } from '../app/confirmed.ts';
import { followerOf } from './follow-on.ts';
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

/** By cue, the cue that starts by itself after it. */
type Followers = ReadonlyMap<string, string>;

interface GoesOn {
  next: ListedNext;
  followers: Followers;
}

const mostNamed = 5;

/**
 * What Go starts never changes unseen: after an edit of another hand that moved NEXT, and after an import that changed
 * what NEXT does or what follows by itself, Go waits until an operator closes the notice. A choice of NEXT closes that
 * of NEXT.
 */
export class UnseenNext {
  readonly #ground: Pick<Ground, 'notices' | 'presses'>;
  readonly #kept: Pick<KeptCues, 'rundowns' | 'positions' | 'orderOf' | 'unseenFollows' | 'tellOtherActive'>;
  /** By rundown: its last edit that moved NEXT, until a hand chooses NEXT. */
  readonly #moved = new Map<string, MovedNext>();
  /** The screen whose edit made another rundown active, last. */
  #activeBy: string | undefined;

  constructor(
    ground: Pick<Ground, 'notices' | 'presses'>,
    kept: Pick<KeptCues, 'rundowns' | 'positions' | 'orderOf' | 'unseenFollows' | 'tellOtherActive'>,
  ) {
    [this.#ground, this.#kept] = [ground, kept];
  }

  /** Throws `press-refused` if the hand may not have seen the change. */
  check(rundown: Rundown, hand: string): void {
    const { notices } = this.#ground;
    if (notices.has(followNoticeOf(rundown))) throw new OverlayError('press-refused', texts.cues.followChanged);
    const isActive = rundown.id === this.#kept.positions.active?.id;
    if (isActive && notices.has(activeNotice) && this.#activeBy !== hand)
      throw new OverlayError('press-refused', texts.cues.otherActive);
    if (!notices.has(noticeOf(rundown)) || this.#moved.get(rundown.id)?.by === hand) return;
    throw new OverlayError('press-refused', texts.cues.nextMoved);
  }

  chosen(rundown: Rundown): void {
    this.#moved.delete(rundown.id);
    this.#ground.notices.dismiss(noticeOf(rundown));
  }

  activeChosen(): void {
    this.#ground.notices.dismiss(activeNotice);
  }

  /** The edit deleted the rundown `gone` that was active, so keys control another rundown. */
  otherActive(gone: string, rundown: Rundown, by: string | undefined): void {
    this.#activeBy = by;
    this.#kept.tellOtherActive(gone, rundown);
  }

  /** To compare after an edit. `by`: the screen that edits; undefined for an import or a show file. */
  now(by: string | undefined): GoesOn {
    return { next: this.#next, followers: by === undefined ? this.#followers : new Map() };
  }

  get #next(): ListedNext {
    const { rundowns, positions } = this.#kept;
    const listed = rundowns.all.flatMap((rundown) => {
      const place = positions.of(rundown).next;
      const cue = place && rundowns.find(place.cue);
      return cue ? [[rundown.id, { place, cue }] as const] : [];
    });
    return new Map(listed);
  }

  /** Of follow-ons that an operator made. A file decides on its own. */
  get #followers(): Followers {
    const { rundowns, orderOf } = this.#kept;
    const own = rundowns.list.filter(({ from, edited = [] }) => from === undefined || edited.includes('steps'));
    return new Map(
      own.flatMap((cue) => {
        if (cue.steps.at(-1)?.follow.on === 'go' || !orderOf(cue.id)?.isPlayable(cue.id)) return [];
        const follower = followerOf({ cue, step: cue.steps.length - 1 }, orderOf);
        return [[cue.id, follower?.cue.id ?? ''] as const];
      }),
    );
  }

  edited(before: GoesOn, by: string | undefined): void {
    this.#noteFollowers(before.followers);
    for (const rundown of this.#kept.rundowns.all) {
      const was = before.next.get(rundown.id);
      if (this.#putBack(rundown, was?.place ?? null)) continue;
      const to = this.#kept.positions.of(rundown).next;
      if (was && was.cue.id !== to?.cue) this.#note(rundown, was, { from: was.place, to, by });
      else if (was && by === undefined) this.#noteOther(rundown, was.cue);
    }
  }

  /**
   * A file gave the cue that is NEXT other graphics or states, or another name with other words, which is another person.
   * Other words alone are what a newer version is for.
   */
  #noteOther(rundown: Rundown, was: Cue): void {
    const cue = this.#kept.rundowns.find(was.id);
    if (!cue) return;
    const isRenamed = was.name !== cue.name && !same(wordsOf(was), wordsOf(cue));
    if (!isRenamed && same(doneBy(was), doneBy(cue))) return;
    this.#moved.delete(rundown.id);
    const text = texts.cues.fileChangedNext(rundown.name, captionOf(cue));
    this.#ground.notices.keep({ id: noticeOf(rundown), text });
  }

  #noteFollowers(before: Followers): void {
    const { notices } = this.#ground;
    const { unseenFollows } = this.#kept;
    if (before.size === 0 && unseenFollows.size === 0) return;
    const now = this.#followers;
    for (const rundown of this.#kept.rundowns.all) {
      const id = followNoticeOf(rundown);
      const order = this.#kept.rundowns.order(rundown);
      const known = [...unseenFollows].filter(([, { notice }]) => notice === id);
      for (const [cue] of known) unseenFollows.delete(cue);
      const unseen = notices.has(id) ? known.map(([cue, { was }]) => [cue, was] as const) : [];
      const pairs = [...new Map([...before, ...unseen])].flatMap(([cue, was]) => {
        const [first, follower] = [order.cue(cue), order.cue(now.get(cue) ?? '')];
        if (!first || !follower || follower.id === was) return [];
        unseenFollows.set(cue, { was, follower: follower.id, notice: id });
        return texts.cues.nowFollows(captionOf(first), captionOf(follower));
      });
      const named = shortened(pairs, mostNamed, texts.undo.more).join('; ');
      if (pairs.length === 0) notices.dismiss(id);
      else notices.keep({ id, text: texts.cues.changedFollow(rundown.name, named) });
    }
  }

  /** The cue that was NEXT came back, and nothing was fired or chosen since. `was`: NEXT before this edit. */
  #putBack(rundown: Rundown, was: CuePlace | null): boolean {
    const { rundowns, positions } = this.#kept;
    const moved = this.#moved.get(rundown.id);
    if (!moved || !(moved.isSeen || this.#ground.notices.has(noticeOf(rundown)))) return false;
    const { next } = positions.of(rundown);
    const order = rundowns.order(rundown);
    const isBack = isSamePlace(was, moved.to) && order.has(moved.from) && order.isPlayable(moved.from.cue);
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
    const fromTo = `${captionOf(cue)} ${where}`;
    const text =
      by === undefined
        ? texts.cues.fileMovedNext(rundown.name, fromTo)
        : texts.cues.screenMovedNext(by, rundown.name, fromTo);
    notices.keep({ id: noticeOf(rundown), text });
  }
}

function doneBy({ steps }: Cue): unknown {
  return steps.map(({ targets }) => targets.map(({ subComposition, state }) => [subComposition, state ?? null]));
}

function wordsOf({ steps }: Cue): unknown {
  return steps.map(({ targets }) => targets.map(({ values, row }) => [values, row ?? null]));
}

const noticeOf = ({ id }: Rundown): string => `next ${id}`;
const followNoticeOf = ({ id }: Rundown): string => `follow ${id}`;
