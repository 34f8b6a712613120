import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { Cue, CueId, Rundown, CueGroup } from '../../contract/desk-api/cue.ts';
import { keptRecord } from '../screens/kept-record.ts';
import type { Ground } from '../ground.ts';
import type { CueRow } from '../live-data/link-values.ts';
import type { Links } from '../live-data/links.ts';
import type { Settings } from '../screens/settings.ts';
import demoRundowns from './demo-rundowns.json' with { type: 'json' };
import type { OrderOf } from './follow-on.ts';
import { KeptPosition, Positions } from './positions.ts';
import { KeptOnAir } from './kept-on-air.ts';
import { captionOf } from './rundown-order.ts';
import type { RunList } from './run-list.ts';
import { Rundowns } from './rundowns.ts';

/** What the running cues decide of what stays in the files. */
interface RunningCues {
  /** Throws `call-invalid` if the cue must stay, alone or with its rundown. */
  checkRemoval(cue: Cue, withRundown: boolean): void;
  readonly list: RunList;
}

interface StoppedCues {
  why: string;
  /** Their captions, after the names of graphics where the others go on. */
  cues: ReadonlySet<string>;
}

/** Its notice says that another rundown became active by itself. */
export const activeNotice = 'active rundown';

/** The rundowns of the show and their positions. Each change is kept in a file, and shown by screens and lamps. */
export class KeptCues {
  readonly #ground: Ground;
  readonly #links: Links;
  readonly #running: RunningCues;
  readonly #file: KeptRundowns;
  readonly #keepWaiting: ReturnType<typeof keepWaiting>;
  #keeps: 'at once' | 'soon' | 'no more' = 'at once';
  /** By the id of the notice. */
  readonly #stopped = new Map<string, StoppedCues>();
  readonly rundowns: Rundowns;
  readonly positions: Positions;
  readonly onAir: KeptOnAir;

  /** Opens the cues at their last positions. A notice names the cues that lapsed while the desk was off. */
  constructor(ground: Ground, links: Links, running: RunningCues) {
    [this.#ground, this.#links, this.#running] = [ground, links, running];
    this.#file = new KeptRundowns(ground.show, ground.newId);
    if (this.#file.renewed) this.tell(this.#file.renewed);
    this.rundowns = new Rundowns(this.#begun, ground.newId, (...cue) => running.checkRemoval(...cue));
    this.positions = this.#keptPositions();
    this.onAir = new KeptOnAir(ground, this.rundowns);
    ground.facts.closed.on((key) => this.viewsChanged(this.onAir.closed(key, running.list.open)));
    this.#keepWaiting = keepWaiting(ground.prepared, (text) => this.tell(text));
    links.cuesEdited(this.#rows);
  }

  /** `gone`: the rundown that was active, for a sentence. */
  tellOtherActive(gone: string, { name }: Rundown): void {
    this.#ground.notices.keep({ id: activeNotice, text: texts.cues.activeGone(gone, name) });
  }

  /** Returns the id of the notice. */
  tell(text: string): string {
    const id = `cues ${text}`;
    this.#ground.notices.keep({ id, text });
    return id;
  }

  /** `why`: why nothing more happens by itself of these runs. */
  tellStopped(why: string, runs: readonly { cue: Cue }[]): void {
    this.#tellStopped({ why, cues: new Set(runs.map(({ cue }) => captionOf(cue))) });
  }

  /** The undo `why` left these cues, or `only` these graphics, on air without their time to go out. */
  tellNoTimeOut(why: string, cues: readonly { cue: Cue; only?: string }[]): void {
    const named = cues.map(({ cue, only }) => (only ? texts.cues.graphicsOf(only, captionOf(cue)) : captionOf(cue)));
    if (named.length > 0) this.tell(texts.cues.noTimeOut(why, [...new Set(named)].join('; ')));
  }

  /** A stopped cue goes out after all, or is fired again. Its notice names the others, and a follow-on that was cut off. */
  goesOn(cue: Cue, isCutOff = false): void {
    const { notices } = this.#ground;
    const own = [captionOf(cue), texts.cues.followerOf(captionOf(cue))];
    for (const [id, { why, cues }] of [...this.#stopped]) {
      if (notices.has(id) && !own.some((one) => cues.has(one))) continue;
      this.#stopped.delete(id);
      if (!notices.has(id)) continue;
      notices.dismiss(id);
      const others = [...cues].filter((one) => !own.includes(one));
      this.#tellStopped({ why, cues: new Set([...others, ...(isCutOff ? own.slice(1) : [])]) });
    }
  }

  #tellStopped({ why, cues }: StoppedCues): void {
    if (cues.size === 0) return;
    const text = texts.cues.nothingMore(why, [...cues].join('; '));
    this.#stopped.set(this.tell(text), { why, cues });
  }

  /** By cue, the cue that followed it by itself, the one that follows it now, and the notice of the change. */
  readonly unseenFollows = new Map<string, { was: string; follower: string; notice: string }>();

  /** No operator has closed the notice yet. */
  isFollowUnseen(cue: string, follower: string): boolean {
    const unseen = this.unseenFollows.get(cue);
    return unseen?.follower === follower && this.#ground.notices.has(unseen.notice);
  }

  readonly orderOf: OrderOf = (cue) => {
    const rundown = this.rundowns.rundownOf(cue);
    return rundown && this.rundowns.order(rundown);
  };

  isHeld(cue: string): boolean {
    const rundown = this.rundowns.rundownOf(cue);
    return rundown !== undefined && this.positions.of(rundown).hold;
  }

  edited(cues: Iterable<string>): void {
    const { facts, screens } = this.#ground;
    this.#file.keep(this.rundowns.all, this.rundowns.latest);
    facts.edited.tell();
    this.#links.cuesEdited(this.#rows);
    facts.cuesShown.tell();
    screens.changedIn('cues', cues);
    screens.changedIn('cueViews', cues);
  }

  /** The position of a rundown changed, or another rundown is active. */
  moved(): void {
    const { positions } = this;
    this.#ground.prepared.saveAll({ positions: positions.kept, activeRundown: positions.active?.id ?? null });
    this.#ground.screens.changed();
    this.#ground.facts.cuesShown.tell();
  }

  /** Screens and lamps may have to show these cues otherwise. */
  viewsChanged(cues: Iterable<string>): void {
    this.#ground.facts.cuesShown.tell();
    this.#ground.screens.changedIn('cueViews', cues);
    this.#keepRuns();
  }

  /** Batched: one frame of a service changes many views. */
  #keepRuns(): void {
    if (this.#keeps !== 'at once') return;
    this.#keeps = 'soon';
    queueMicrotask(() => this.#keepNow('at once'));
  }

  #keepNow(next: 'at once' | 'no more'): void {
    if (this.#keeps === 'no more') return;
    this.#keeps = next;
    const { list } = this.#running;
    this.#keepWaiting(list.waiting);
    this.onAir.keep(list);
  }

  /** What the end of the desk changes is not kept. */
  close(): void {
    this.#keepNow('no more');
  }

  get #rows(): CueRow[] {
    return this.rundowns.list.flatMap(rowsOf);
  }

  #keptPositions(): Positions {
    const { prepared } = this.#ground;
    const kept = keptRecord(prepared, 'positions', KeptPosition);
    const was = prepared.member('activeRundown', CueId.nullable()) ?? null;
    const positions = new Positions(this.rundowns, kept, was);
    const { active } = positions;
    if (was !== null && active && active.id !== was) this.tellOtherActive(texts.cues.thatWasActive, active);
    return positions;
  }

  /** Without a saved show, the desk begins with the demo rundown. */
  get #begun(): Rundown[] {
    const { begun } = this.#file;
    if (begun || !this.#ground.outside.isNew) return begun ?? [];
    const demo = z.array(Rundown).parse(demoRundowns);
    this.#file.keep(demo, texts.cues.beginWithDemo);
    return demo;
  }
}

/** Keeps the waiting cues, so that the next start can report what did not happen. */
function keepWaiting(file: Settings, tell: (text: string) => void): (now: readonly string[]) => void {
  const lapsed = file.list('waiting', z.string()) ?? [];
  if (lapsed.length > 0) {
    tell(texts.cues.lapsed(lapsed.join('; ')));
    file.save('waiting', []);
  }
  let kept = '[]';
  return (now) => {
    const text = JSON.stringify(now);
    if (text === kept) return;
    kept = text;
    file.save('waiting', now);
  };
}

/** Cached per cue: cues are immutable, so an edit reads only new cues. */
const knownRows = new WeakMap<Cue, readonly CueRow[]>();

function rowsOf(cue: Cue): readonly CueRow[] {
  const known = knownRows.get(cue);
  if (known) return known;
  const targets = cue.steps.flatMap((step) => step.targets);
  const rows = targets.flatMap(({ subComposition, row }) => (row ? [{ subComposition, row }] : []));
  knownRows.set(cue, rows);
  return rows;
}

/** Cues are checked one by one: an invalid cue must not cost the others. */
const Unchecked = Rundown.extend({ groups: z.array(CueGroup.extend({ cues: z.array(z.unknown()) })) });

interface WrongCue {
  rundown: string;
  group: string;
  after: string | null;
  content: unknown;
}

/**
 * The rundowns in the show file. An invalid cue is reported and left out, but stays at its place in the file until
 * repaired. A duplicate id is replaced.
 */
export class KeptRundowns {
  readonly #show: Settings;
  readonly #newId: () => string;
  readonly #wrong: WrongCue[] = [];
  readonly #ids = new Set<string>();
  readonly #renewed: string[] = [];
  /** Undefined if the file has no rundowns yet. */
  readonly begun: Rundown[] | undefined;

  constructor(show: Settings, newId: () => string) {
    [this.#show, this.#newId] = [show, newId];
    this.begun = show.list('rundowns', Unchecked)?.map((rundown, at) => this.#read(rundown, at));
    if (this.#renewed.length > 0 && this.begun) this.keep(this.begun, texts.cues.ownIds);
  }

  get renewed(): string {
    if (this.#renewed.length === 0) return '';
    return texts.cues.newIds(this.#show.file, this.#renewed.join('; '));
  }

  keep(all: readonly Rundown[], edit: string): void {
    this.#show.saveAll({ edit, rundowns: this.#wrong.length === 0 ? all : all.map((one) => this.#withWrong(one)) });
  }

  #read(rundown: z.infer<typeof Unchecked>, at: number): Rundown {
    const id = this.#ownId(rundown.id, texts.cues.theRundown(rundown.name));
    const groups = rundown.groups.map((group, place): CueGroup => {
      const groupId = this.#ownId(
        group.id,
        group.name ? texts.cues.group(group.name) : texts.cues.numberedGroup(place + 1, rundown.name),
      );
      const cues: Cue[] = [];
      group.cues.forEach((content, cueAt) => {
        const checked = Cue.safeParse(content);
        if (checked.success) return void cues.push(this.#withOwnId(checked.data));
        this.#wrong.push({ rundown: id, group: groupId, after: cues.at(-1)?.id ?? null, content });
        const where = `rundowns[${at}].groups[${place}].cues[${cueAt}]`;
        this.#show.leftOut(texts.cues.inRundown(where, called(content), rundown.name), checked.error);
      });
      return { ...group, id: groupId, cues };
    });
    return { ...rundown, id, groups };
  }

  #withOwnId(cue: Cue): Cue {
    return { ...cue, id: this.#ownId(cue.id, texts.cues.theCue(`${cue.number} ${cue.name}`.trim())) };
  }

  #ownId(id: string, what: string): string {
    const isFree = !this.#ids.has(id);
    const own = isFree ? id : this.#newId();
    this.#ids.add(own);
    if (!isFree) this.#renewed.push(what);
    return own;
  }

  /** An invalid cue without its group goes to the last group. */
  #withWrong(rundown: Rundown): unknown {
    const wrong = this.#wrong.filter((one) => one.rundown === rundown.id);
    if (wrong.length === 0) return rundown;
    const places = new Set(rundown.groups.map(({ id }) => id));
    const last = rundown.groups.at(-1)?.id;
    const groups = rundown.groups.map((group) => {
      const own = wrong.filter((one) => (places.has(one.group) ? one.group === group.id : group.id === last));
      return own.length === 0 ? group : { ...group, cues: withPlaces(group.cues, own) };
    });
    return { ...rundown, groups };
  }
}

/** Invalid cues follow the cue they followed in the file; if that cue is gone, they go to the end. */
function withPlaces(cues: readonly Cue[], wrong: readonly WrongCue[]): unknown[] {
  const places = new Set(cues.map(({ id }) => id));
  const behind = (after: string | null): unknown[] =>
    wrong.flatMap((one) => (one.after === after ? [one.content] : []));
  const lost = wrong.flatMap((one) => (one.after === null || places.has(one.after) ? [] : [one.content]));
  return [...behind(null), ...cues.flatMap((cue) => [cue, ...behind(cue.id)]), ...lost];
}

export function called(content: unknown): string {
  const named = z.looseObject({ number: z.string().optional(), name: z.string().optional() }).safeParse(content);
  const caption = named.success ? `${named.data.number ?? ''} ${named.data.name ?? ''}`.trim() : '';
  return caption === '' ? '' : texts.cues.cueBefore(caption);
}
