import { z } from 'zod';
import { Cue, CueGroup, Rundown } from '../../contract/desk-api/cue.ts';
import type { Settings } from '../screens/settings.ts';

/** A rundown whose cues are unchecked: a wrong one must not cost the others. */
const Unchecked = Rundown.extend({ groups: z.array(CueGroup.extend({ cues: z.array(z.unknown()) })) });

/** A cue of the file that cannot be used, and where it stood. */
interface WrongCue {
  rundown: string;
  group: string;
  /** The cue before it that can be used; null at the beginning. */
  after: string | null;
  content: unknown;
}

/**
 * The rundowns in the file of the show. A wrong cue is named and left out, and stays at its place in the file until somebody repairs it.
 * Of two things with one id, the second gets an id of its own.
 */
export class KeptRundowns {
  readonly #show: Settings;
  readonly #newId: () => string;
  readonly #wrong: WrongCue[] = [];
  readonly #ids = new Set<string>();
  /** What got another id, for people. */
  readonly #renewed: string[] = [];
  /** As the file has them; undefined if it has none yet. */
  readonly begun: Rundown[] | undefined;

  constructor(show: Settings, newId: () => string) {
    [this.#show, this.#newId] = [show, newId];
    this.begun = show.list('rundowns', Unchecked)?.map((rundown, at) => this.#read(rundown, at));
    if (this.#renewed.length > 0 && this.begun) this.keep(this.begun, 'Give everything an id of its own');
  }

  /** What got another id, in a sentence; empty for nothing. */
  get renewed(): string {
    if (this.#renewed.length === 0) return '';
    return `${this.#show.file} had one id several times, so these have new ones: ${this.#renewed.join('; ')}.`;
  }

  /** Saves the rundowns after an edit, with the wrong cues at their places. */
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

  /** The id, or another one if something before has it. */
  #ownId(id: string, what: string): string {
    const isFree = !this.#ids.has(id);
    const own = isFree ? id : this.#newId();
    this.#ids.add(own);
    if (!isFree) this.#renewed.push(what);
    return own;
  }

  /** Where its group is gone, a wrong cue goes to the last one that is there. */
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

/** The cues of a group with the wrong ones, each after the cue that it came after; at the end if that is gone. */
function withPlaces(cues: readonly Cue[], wrong: readonly WrongCue[]): unknown[] {
  const places = new Set(cues.map(({ id }) => id));
  const behind = (after: string | null): unknown[] =>
    wrong.flatMap((one) => (one.after === after ? [one.content] : []));
  const lost = wrong.flatMap((one) => (one.after === null || places.has(one.after) ? [] : [one.content]));
  return [...behind(null), ...cues.flatMap((cue) => [cue, ...behind(cue.id)]), ...lost];
}

/** What people would call a cue that cannot be used, with a space after it; empty where nothing says so. */
export function called(content: unknown): string {
  const named = z.looseObject({ number: z.string().optional(), name: z.string().optional() }).safeParse(content);
  const caption = named.success ? `${named.data.number ?? ''} ${named.data.name ?? ''}`.trim() : '';
  return caption === '' ? '' : `cue ${caption} `;
}
