import { z } from 'zod';
import { Cue, CueGroup, Rundown } from '../../contract/desk-api/cue.ts';
import type { Settings } from '../screens/settings.ts';

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
    if (this.#renewed.length > 0 && this.begun) this.keep(this.begun, 'Give everything an id of its own');
  }

  get renewed(): string {
    if (this.#renewed.length === 0) return '';
    return `${this.#show.file} had one id several times, so these have new ones: ${this.#renewed.join('; ')}.`;
  }

  keep(all: readonly Rundown[], edit: string): void {
    this.#show.saveAll({ edit, rundowns: this.#wrong.length === 0 ? all : all.map((one) => this.#withWrong(one)) });
  }

  #read(rundown: z.infer<typeof Unchecked>, at: number): Rundown {
    const id = this.#ownId(rundown.id, `the rundown ${rundown.name}`);
    const groups = rundown.groups.map((group, place): CueGroup => {
      const groupId = this.#ownId(group.id, `the group ${group.name || `${place + 1} of ${rundown.name}`}`);
      const cues: Cue[] = [];
      group.cues.forEach((content, cueAt) => {
        const checked = Cue.safeParse(content);
        if (checked.success) return void cues.push(this.#withOwnId(checked.data));
        this.#wrong.push({ rundown: id, group: groupId, after: cues.at(-1)?.id ?? null, content });
        const where = `rundowns[${at}].groups[${place}].cues[${cueAt}]`;
        this.#show.leftOut(`${where}, ${called(content)}of ${rundown.name}`, checked.error);
      });
      return { ...group, id: groupId, cues };
    });
    return { ...rundown, id, groups };
  }

  #withOwnId(cue: Cue): Cue {
    return { ...cue, id: this.#ownId(cue.id, `the cue ${`${cue.number} ${cue.name}`.trim()}`) };
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
  return caption === '' ? '' : `cue ${caption} `;
}
