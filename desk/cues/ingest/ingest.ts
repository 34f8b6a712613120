import { texts } from '../../../contract/texts/texts.ts';
import type { Cue, CueGroup, CueTarget } from '../../../contract/desk-api/cue.ts';
import {
  type CheckedIngest,
  ColumnNames,
  type ingestCalls,
  type IngestFile,
  type IngestProblem,
  type IngestReport,
  IngestedRundown,
  mostIngested,
} from '../../../contract/desk-api/ingest.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import { OverlayError } from '../../../contract/errors.ts';
import type { Calls } from '../../../contract/link/link.ts';
import { type ModelItem, preOrder } from '../../../contract/model/control.ts';
import { distinctTitles } from '../../../contract/model/field.ts';
import { lostMediaIn } from '../../../contract/model/media-address.ts';
import { keptRecord } from '../../screens/kept-record.ts';
import type { Ground } from '../../ground.ts';
import { fileName } from '../../live-data/source-files.ts';
import { captionOf } from '../rundown-order.ts';
import { columnChoices } from './cue-columns.ts';
import { CueTable, NamedSubs, type ReadFile } from './cue-table.ts';
import { type FiledCue, withIds } from './filed-cues.ts';
import { editsAgainst, ingestedGroups, isDisabledImport, numbered } from '../edit-rundowns.ts';
import { z } from 'zod';
import type { Rundowns } from '../rundowns.ts';

interface IngestedCues {
  /** Whether the cue waits, or may be on air. */
  isLive(cue: Cue): boolean;
  /** Whether live data fills the field of a sub-composition, which is an address. */
  isLinked(subComposition: string, field: string): boolean;
  /** Returns the ids of added parts. Throws `show-locked`. */
  edit(edit: RundownEdit): string[];
}

export interface IngestedFile extends Pick<IngestFile, 'name' | 'into' | 'encoding' | 'columns'> {
  bytes: Uint8Array;
}

interface Ingested extends Omit<ReadFile, 'groups'> {
  groups: Omit<CueGroup, 'id'>[];
}

type IngestEdit = Extract<RundownEdit, { edit: 'ingestCues' }>;

const mostShownProblems = 100;
const mostSampled = 20;
/** Files whose names of columns are kept. */
const mostKept = 100;
/** Fields to choose from for a column. */
const mostChoices = 200;

/** Reads cues from files into rundowns: the whole file, or nothing. Cues on air keep their fired values. */
export class Ingest {
  readonly #ground: Ground;
  readonly #rundowns: Rundowns;
  readonly #cues: IngestedCues;

  /** By file, the latest import last. */
  readonly #names: Map<string, ColumnNames>;

  constructor(ground: Ground, rundowns: Rundowns, cues: IngestedCues) {
    [this.#ground, this.#rundowns, this.#cues] = [ground, rundowns, cues];
    const kept = keptRecord(ground.prepared, 'importedColumns', ColumnNames);
    this.#names = new Map(Object.entries(kept));
  }

  readonly calls: Calls<{ calls: typeof ingestCalls }> = {
    checkIngest: async ({ file, ...given }) => {
      const read = await this.#read({ ...given, bytes: Buffer.from(file, 'base64') });
      const before = this.#before(given);
      const removes = removedIn(before, this.#ingested(before, read, given));
      const home = this.#home(read.groups, fromOf(given));
      return { ...this.#report(read, given), home, removes, names: this.#namesOf(given), choices: this.#choices(read) };
    },
    ingest: ({ file, ...given }) => this.ingest({ ...given, bytes: Buffer.from(file, 'base64') }),
  };

  /** Imports a file as one edit. Throws `call-invalid` and imports nothing if the file has any problem. */
  async ingest(file: IngestedFile): Promise<{ rundown: string; report: IngestReport }> {
    const read = await this.#read(file);
    const report = this.#report(read, file);
    const [first] = read.problems;
    if (first) {
      const more = read.problems.length > 1 ? texts.ingest.moreWrong(read.problems.length - 1) : '';
      const details = report.problems.map((problem) => ({
        path: problem.row === null ? '' : texts.ingest.row(problem.row),
        message: problem.text,
      }));
      throw new OverlayError('call-invalid', texts.ingest.nothingImported(file.name, sentence(first), more), details);
    }
    this.#keepNames(file);
    const before = this.#before(file);
    const edit = this.#edit(before, read, file);
    if (file.into === null) {
      const [rundown = ''] = this.#cues.edit({ ...edit, rundown: { name: titleOf(file.name) } });
      return { rundown, report };
    }
    if (isOther(before, this.#ingested(before, read, file))) this.#cues.edit({ ...edit, rundown: file.into });
    if (report.renumbered.length > 0) {
      const cues = report.renumbered.map(({ cue, number }) => texts.ingest.newNumber(cue, number)).join('; ');
      this.#ground.notices.keep({ id: `numbers ${file.into}`, text: texts.ingest.renumbered(file.name, cues) });
    }
    return { rundown: file.into, report };
  }

  #namesOf({ name, columns }: Pick<IngestedFile, 'name' | 'columns'>): ColumnNames {
    return columns ?? this.#names.get(name) ?? {};
  }

  #keepNames({ name, columns }: IngestedFile): void {
    if (!columns) return;
    this.#names.delete(name);
    this.#names.set(name, columns);
    const [oldest = name] = this.#names.keys();
    if (this.#names.size > mostKept) this.#names.delete(oldest);
    this.#ground.prepared.save('importedColumns', Object.fromEntries(this.#names));
  }

  /** Columns for cues, and the fields of the graphics that the file names. */
  #choices({ groups }: Ingested): CheckedIngest['choices'] {
    const steps = groups.flatMap(({ cues }) => cues.flatMap((cue) => cue.steps));
    const named = new Set(steps.flatMap(({ targets }) => targets.map(({ subComposition }) => subComposition)));
    const subs = this.#subs();
    const used = named.size === 0 ? subs : subs.filter(({ id }) => named.has(id));
    const titles = used.flatMap(({ model }) => distinctTitles(model).map(({ id, title }) => title || id));
    const fields = [...new Set(titles)].slice(0, mostChoices);
    return [...columnChoices(), ...fields.map((title) => ({ name: title, as: texts.ingest.fields([title]) }))];
  }

  /** The id of the rundown with cues from a file of this name; null for none. */
  rundownWith(file: string): string | null {
    return this.#rundowns.withCuesFrom(file)?.id ?? null;
  }

  #before({ into }: Pick<IngestedFile, 'into'>): readonly CueGroup[] {
    return into === null ? [] : this.#rundowns.rundown(into).groups;
  }

  async #read(file: IngestedFile): Promise<Ingested> {
    if (file.into !== null) this.#rundowns.rundown(file.into);
    const from = fromOf(file);
    let table: CueTable | undefined;
    let read: ReadFile = { columns: [], groups: [], problems: [] };
    await this.#ground.outside.readTable(file, (part) => {
      if ('columns' in part)
        table = new CueTable(part.columns, {
          from,
          subs: this.#subs(),
          names: this.#namesOf(file),
          isLinked: (...field) => this.#cues.isLinked(...field),
        });
      else if ('rows' in part) table?.add(part.rows);
      else if ('misfits' in part) table?.misfit(part.misfits);
      else read = { columns: [], ...readCueJson(part.json, { from, subs: this.#subs() }) };
    });
    const whole = table?.read ?? read;
    const groups = withIds(whole.groups, this.#before(file), from);
    return { ...whole, groups, problems: [...whole.problems, ...this.#elsewhere(groups, file.into)] };
  }

  /** A cue id is unique in the show, so two rundowns cannot have it. */
  #elsewhere(groups: Ingested['groups'], into: string | null): IngestProblem[] {
    const ids = idsIn(groups);
    return this.#rundowns.all.flatMap((rundown) => {
      const all = rundown.id === into ? [] : rundown.groups.flatMap(({ cues }) => cues);
      const [first, ...more] = all.filter(({ id }) => ids.has(id));
      if (!first) return [];
      const which = more.length === 0 ? texts.cues.theCue(captionOf(first)) : texts.cues.cueCount(more.length + 1);
      const text = texts.ingest.hasCues(rundown.name, which);
      return [{ row: null, text }];
    });
  }

  #home(groups: Ingested['groups'], from: string): string | null {
    const ids = idsIn(groups);
    const counted = this.#rundowns.all.map((rundown) => {
      const all = rundown.groups.flatMap(({ cues }) => cues);
      return { id: rundown.id, count: all.filter((cue) => cue.from === from || ids.has(cue.id)).length };
    });
    const [most] = counted.sort((one, other) => other.count - one.count);
    return most && most.count > 0 ? most.id : null;
  }

  #subs(): ModelItem[] {
    return this.#ground.apps.all.flatMap((app) => [...preOrder(app.model)]);
  }

  #report({ columns, groups: filed, problems }: Ingested, file: Pick<IngestedFile, 'name' | 'into'>): IngestReport {
    const before = this.#before(file);
    const known = new Map(before.flatMap(({ cues }) => cues.map((cue) => [cue.id, cue])));
    const cues = filed.flatMap((group) => group.cues);
    const ingested = this.#ingested(before, { columns, groups: filed, problems }, file);
    const after = new Set(ingested.flatMap((group) => group.cues));
    const same = [...known.values()].filter((cue) => after.has(cue) && cues.some(({ id }) => id === cue.id)).length;
    const present = cues.filter(({ id }) => known.has(id)).length;
    return {
      columns,
      problems: problems.slice(0, mostShownProblems),
      moreProblems: Math.max(0, problems.length - mostShownProblems),
      added: cues.length - present,
      changed: present - same,
      same,
      removed: removedIn(before, ingested).length,
      kept: this.#keep(before, cues, fromOf(file)).map(captionOf),
      edited: cues.flatMap((cue) => {
        const own = known.get(cue.id);
        const members = own ? editsAgainst(own, cue) : [];
        return own && members.length > 0 ? [{ cue: captionOf(own), members }] : [];
      }),
      renumbered: this.#renumbered(ingested, file).map(([cue, number]) => ({ cue: captionOf(cue), number })),
      sample: cues.slice(0, mostSampled).map((cue) => ({ cue: captionOf(cue), does: doesOf(cue) })),
    };
  }

  /** The cues that are not of the file, and whose number it has, with the numbers that they get. */
  #renumbered(groups: CueGroup[], { into }: Pick<IngestedFile, 'into'>): [Cue, string][] {
    if (into === null) return [];
    const after = numbered({ ...this.#rundowns.rundown(into), groups }, this.#rundowns.all);
    const cues = after.groups.flatMap((group) => group.cues);
    const numbers = new Map(cues.map(({ id, number }) => [id, number]));
    const lost = new Set(cues.filter(isDisabledImport).map(({ id }) => id));
    return this.#before({ into }).flatMap(({ cues }) =>
      cues.flatMap((cue): [Cue, string][] => {
        const number = cue.from === undefined || lost.has(cue.id) ? numbers.get(cue.id) : undefined;
        return number === undefined || number === cue.number ? [] : [[cue, number]];
      }),
    );
  }

  /** Cues that the file has lost but that must stay, because they are on air or waiting. */
  #keep(before: readonly CueGroup[], cues: readonly Cue[], from: string): Cue[] {
    const ids = new Set(cues.map(({ id }) => id));
    const gone = before.flatMap((group) => group.cues).filter((cue) => cue.from === from && !ids.has(cue.id));
    return gone.filter((cue) => this.#cues.isLive(cue));
  }

  #ingested(before: readonly CueGroup[], read: Ingested, file: Pick<IngestedFile, 'name'>): CueGroup[] {
    return ingestedGroups(before, { ...this.#edit(before, read, file), rundown: '' }, () => '');
  }

  #edit(
    before: readonly CueGroup[],
    { groups }: Ingested,
    file: Pick<IngestedFile, 'name'>,
  ): Omit<IngestEdit, 'rundown'> {
    const from = fromOf(file);
    const cues = groups.flatMap((group) => group.cues);
    const keep = this.#keep(before, cues, from).map(({ id }) => id);
    return { edit: 'ingestCues', from, groups, keep };
  }
}

function removedIn(before: readonly CueGroup[], after: readonly CueGroup[]): string[] {
  const ids = idsIn(after);
  return before.flatMap(({ cues }) => cues.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
}

function idsIn(groups: readonly Pick<Ingested['groups'][number], 'cues'>[]): Set<string | undefined> {
  return new Set(groups.flatMap(({ cues }) => cues.map(({ id }) => id)));
}

/** Identifies a file by its name alone: a version in another folder is the same file. */
function fromOf({ name }: Pick<IngestedFile, 'name'>): string {
  return fileName(name).slice(0, 200);
}

function titleOf(name: string): string {
  return fileName(name).replace(/\.[^.]*$/, '') || name;
}

function sentence({ row, text }: IngestProblem): string {
  return row === null ? `${text}.` : texts.ingest.atRow(row, text);
}

function doesOf({ steps }: Cue): string {
  const targets = steps.flatMap((step) => step.targets);
  return targets
    .map(({ name, subComposition, state }) => `${name || subComposition}${state ? ` ${state}` : ''}`)
    .join(', ');
}

function isOther(before: readonly CueGroup[], after: readonly CueGroup[]): boolean {
  return before.length !== after.length || after.some((group, at) => group !== before[at]);
}

/** `from` names the file; `subs` are all sub-compositions of the show. */
function readCueJson(
  json: unknown,
  { from, subs }: { from: string; subs: readonly ModelItem[] },
): Pick<ReadFile, 'groups' | 'problems'> {
  const members = z.looseObject({}).safeParse(json).data;
  if (!Array.isArray(members?.groups)) {
    const found = Object.keys(members ?? {}).slice(0, 5);
    return { groups: [], problems: [wrong(texts.ingest.noRundown(found))] };
  }
  const checked = IngestedRundown.safeParse(json);
  if (!checked.success) {
    const problems = checked.error.issues.map(({ path, message }) => wrong(`${z.core.toDotPath(path)}: ${message}`));
    return { groups: [], problems };
  }
  const named = new NamedSubs(subs);
  const problems: IngestProblem[] = [];
  const ids = new Set<string>();
  const groups = checked.data.groups.map((group) => ({
    ...group,
    cues: group.cues.map(({ id, steps, ...cue }): FiledCue => {
      const own = id ?? cue.number;
      const key = `${id === undefined ? 'number' : 'id'} ${own}`;
      if (own !== '' && ids.has(key)) problems.push(wrong(texts.ingest.sameIds(own)));
      ids.add(key);
      const found = (target: CueTarget, step: number): CueTarget => {
        const sub = named.find(target.subComposition);
        const lacking = typeof sub === 'string' ? [sub] : misfits(sub, target);
        const where = texts.ingest.step(captionOf(cue), step + 1);
        problems.push(...lacking.map((text) => wrong(`${where}: ${text}`)));
        return typeof sub === 'string' ? target : { ...target, subComposition: sub.id, name: sub.name };
      };
      const known = steps.map((step, n) => ({ ...step, targets: step.targets.map((target) => found(target, n)) }));
      return { id, ...cue, from, steps: known };
    }),
  }));
  const all = groups.flatMap(({ cues }) => cues);
  if (all.length > mostIngested) problems.push(wrong(texts.ingest.tooMany(mostIngested)));
  return { groups, problems };
}

function misfits({ name, model }: ModelItem, { values, commands }: CueTarget): string[] {
  const unknown = [...Object.keys(values), ...Object.keys(commands)].filter(
    (id) => !model.some((one) => one.id === id),
  );
  const lost = lostMediaIn(values, model);
  return [
    ...unknown.map((id) => texts.ingest.noField(name, id)),
    ...lost.map(({ field, address }) => `${field}: ${texts.ingest.lostMedia(address)}`),
  ];
}

function wrong(text: string): IngestProblem {
  return { row: null, text };
}
