import { texts } from '../../contract/texts/texts.ts';
import {
  type Cue,
  type CueGroup,
  type CuePlace,
  type CueStep,
  plainNumber,
  type Rundown,
} from '../../contract/desk-api/cue.ts';

interface PlayableCue {
  cue: Cue;
  group: CueGroup;
  playable: boolean;
}

export class RundownOrder {
  readonly #rundown: Rundown;
  readonly #listed: readonly PlayableCue[];
  readonly #at: ReadonlyMap<string, number>;

  constructor(rundown: Rundown) {
    this.#rundown = rundown;
    this.#listed = rundown.groups.flatMap((group) =>
      group.cues.map((cue) => ({ cue, group, playable: !group.disabled && !cue.disabled })),
    );
    this.#at = new Map(this.#listed.map(({ cue }, at) => [cue.id, at]));
  }

  get first(): CuePlace | null {
    return placeOf(this.#listed.find(({ playable }) => playable));
  }

  has({ cue, step }: CuePlace): boolean {
    return this.cue(cue)?.steps[step] !== undefined;
  }

  get all(): Iterable<string> {
    return this.#at.keys();
  }

  from(cue: string): string[] {
    return this.#listed.slice(this.#at.get(cue) ?? 0).map((listed) => listed.cue.id);
  }

  sorted(cues: Iterable<string>): string[] {
    const places = [...new Set(cues)].flatMap((cue) => this.#at.get(cue) ?? []);
    return places.sort((one, other) => one - other).flatMap((at) => this.#listed[at]?.cue.id ?? []);
  }

  cue(id: string): Cue | undefined {
    return this.#listedAt(id)?.cue;
  }

  /** The first enabled cue with this number, else the first. */
  numbered(number: string): Cue | undefined {
    const found = this.#listed.filter(({ cue }) => cue.number === plainNumber(number));
    return (found.find(({ playable }) => playable) ?? found[0])?.cue;
  }

  /** Skips disabled cues and stays within the rundown. */
  moved(from: CuePlace | null, by: number): CuePlace | null {
    const playable = this.#listed.flatMap(({ playable: is }, at) => (is ? [at] : []));
    // The end of the rundown comes after its last cue.
    const here = from ? (this.#at.get(from.cue) ?? 0) : this.#listed.length;
    const later = playable.findIndex((at) => at >= here);
    const now = later < 0 ? playable.length : later;
    // From a disabled cue, the next enabled cue is one step away.
    const passed = by > 0 && playable[now] !== here ? by - 1 : by;
    const at = playable[Math.max(0, now + passed)];
    return at === undefined ? null : placeOf(this.#listed[at]);
  }

  isPlayable(cue: string): boolean {
    return this.#listedAt(cue)?.playable ?? false;
  }

  canFire(place: CuePlace): boolean {
    return this.has(place) && this.isPlayable(place.cue);
  }

  following({ cue: id, step }: CuePlace): CuePlace | null {
    const steps = this.cue(id)?.steps.length ?? 0;
    return step + 1 < steps ? { cue: id, step: step + 1 } : this.after(id);
  }

  after(id: string): CuePlace | null {
    const listed = this.#listedAt(id);
    if (!listed) return null;
    const { group } = listed;
    const at = this.#at.get(id) ?? 0;
    const own = this.#find(at + 1, (later) => later.group === group && later.playable);
    if (own) return placeOf(own);
    if (group.loop && !group.disabled) {
      return placeOf(this.#listed.find((one) => one.group === group && one.playable));
    }
    return this.#outside(group, at + 1);
  }

  /** The place that waits for the next go: past all automatic follow-ons. Leaves an automatic loop behind. */
  afterGo(fired: CuePlace): CuePlace | null {
    const seen = new Set<string>();
    let place = fired;
    for (;;) {
      seen.add(`${place.cue} ${place.step}`);
      const next = this.following(place);
      if (!next || this.waitsForGo(place, next)) return next;
      if (seen.has(`${next.cue} ${next.step}`)) {
        const past = this.#past(next);
        return past && !seen.has(`${past.cue} ${past.step}`) ? past : null;
      }
      place = next;
    }
  }

  *ahead(from: CuePlace): Generator<CueStep> {
    const seen = new Set<string>();
    for (let place: CuePlace | null = from; place;) {
      const step: CueStep | undefined = this.cue(place.cue)?.steps[place.step];
      const key = `${place.cue} ${place.step}`;
      if (!step || seen.has(key)) return;
      seen.add(key);
      yield step;
      const next: CuePlace | null = this.following(place);
      place = next && !this.waitsForGo(place, next) ? next : null;
    }
  }

  waitsForGo(place: CuePlace, next: CuePlace): boolean {
    const step = this.cue(place.cue)?.steps[place.step];
    return step === undefined || step.follow.on === 'go' || (next.step === 0 && this.cue(next.cue)?.guarded === true);
  }

  #past({ cue: id }: CuePlace): CuePlace | null {
    const listed = this.#listedAt(id);
    if (!listed) return null;
    return this.#outside(listed.group, this.#at.get(id) ?? 0);
  }

  #outside(group: CueGroup, from: number): CuePlace | null {
    const next = this.#find(from, (later) => later.group !== group && later.playable);
    return next ? placeOf(next) : this.#rundown.loop ? this.first : null;
  }

  /** Copies nothing: rundowns are long, and every step of a chain asks. */
  #find(from: number, is: (listed: PlayableCue) => boolean): PlayableCue | undefined {
    for (let at = from; at < this.#listed.length; at += 1) {
      const listed = this.#listed[at];
      if (listed && is(listed)) return listed;
    }
    return undefined;
  }

  #listedAt(id: string): PlayableCue | undefined {
    return this.#listed[this.#at.get(id) ?? -1];
  }
}

function placeOf(listed: PlayableCue | undefined): CuePlace | null {
  return listed ? { cue: listed.cue.id, step: 0 } : null;
}

export function captionOf({ number, name }: Pick<Cue, 'number' | 'name'>): string {
  return `${number} ${name}`.trim() || texts.cues.withoutName;
}
