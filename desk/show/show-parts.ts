import { texts } from '../../contract/texts/texts.ts';
import type { z } from 'zod';
import type { RundownEdit } from '../../contract/desk-api/rundown-edit.ts';
import {
  CarriedShow,
  type ImportedShow,
  type ShowFileGiven,
  ShowPart,
  type ShowReport,
  type SourceFile,
  showVersion,
  type showCalls,
} from '../../contract/desk-api/show-file.ts';
import type { replacedCalls } from '../../contract/desk-api/show-replaced.ts';
import type { SourceOrigin } from '../../contract/desk-api/source.ts';
import { goneOf, type NamedThing, namesIn } from '../../contract/desk-api/show-missing.ts';
import { errorIn, OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { addressOf, parseAddress } from '../../contract/model/address.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import type { OpenedControls } from '../controls/open-controls.ts';
import type { Cues } from '../cues/cues.ts';
import type { Ground } from '../ground.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { ShowSources } from '../live-data/show-sources.ts';
import { type EmbeddedApps, packedApp, unpackApp, type UnpackedApp } from '../backup/backup-content.ts';
import type { Keys } from '../../surfaces/press/keys.ts';
import type { ShowLock } from '../operate/show-lock.ts';
import { SourceFiles } from '../live-data/source-files.ts';
import type { Looks } from '../operate/looks.ts';
import type { KeptLayout } from './kept-layout.ts';
import type { PackedMedia, ShowPort } from '../ports.ts';
import { editName, movesOf } from '../cues/edit-rundowns.ts';
import { movedParts, movedShow, type NamingParts } from '../cues/moved-show.ts';
import { joinedShow, type JoinedShow, replacedNames } from './joined-show.ts';
import type { ShowConnections } from './show-connections.ts';
import { usableShow } from './usable-show.ts';

interface ShowRooms {
  looks: Looks;
  cues: Cues;
  liveData: LiveData;
  services: { connections: EmbeddedApps };
  lock: ShowLock;
  keys: Keys;
  controls: OpenedControls['controls'];
  showConnections: ShowConnections;
  layout: KeptLayout;
}

/** Files may omit empty parts. */
const lists = ['rundowns', 'looks', 'sources', 'dataLinks', 'keys', 'controls', 'compositions', 'media', 'files'];
const empty = Object.fromEntries(['connections', ...lists].map((name) => [name, []]));

const notInVersions = { version: true, connections: true, compositions: true, media: true, files: true } as const;
const VersionContent = CarriedShow.omit(notInVersions).partial();

interface ImportableShow {
  wrong: string[];
  /** Rejects with `id-unknown` if the file lacks the medium, has only a part of it, or if it exceeds `most` bytes. */
  media(path: string, most?: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** The show as a file: its versions, and import and export. */
export class ShowParts {
  readonly #ground: Ground;
  readonly #rooms: ShowRooms;
  readonly #show: ShowPort;
  readonly #sources: ShowSources;
  readonly #sourceFiles: SourceFiles;

  constructor(ground: Ground, rooms: ShowRooms) {
    const { show, sourceFiles } = ground.outside;
    [this.#ground, this.#rooms, this.#show, this.#sources] = [ground, rooms, show, rooms.liveData.sources];
    this.#sourceFiles = new SourceFiles(sourceFiles, this.#sources);
  }

  readonly calls: Calls<{ calls: typeof showCalls & typeof replacedCalls }> = {
    listVersions: () => this.#show.versions(),
    restoreVersion: async ({ id, parts }) => {
      const content = checked(VersionContent, usableShow(await this.#version(id)).content);
      const version = (await this.#show.versions()).find((one) => one.id === id);
      const at = version ? new Date(version.at).toISOString().slice(0, 19).replace('T', ' ') : id;
      this.#restore(content, parts, texts.show.backTo(at));
    },
    repairShow: ({ targets, apps }) => {
      this.#repair({ edit: 'retarget', targets }, new Map(apps.map(({ from, to }) => [from, to])));
    },
    exportShow: async ({ pack }) => {
      const { clock, outside } = this.#ground;
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const name = pack ? texts.show.packFile(day) : texts.show.file(day);
      const carried = this.#carried;
      const packed = pack ? await this.#packed(carried) : undefined;
      const made = packed?.show ?? carried;
      const delivery = await outside.deliver({
        name,
        mediaType: 'application/octet-stream',
        content: () => this.#show.pack(made, packed?.media),
      });
      const files = packed?.told ?? notPacked(made);
      return { delivery, counts: countsOf(made), media: made.media.map((medium) => medium.name), files };
    },
    readShow: ({ given }) => this.#opened(given, (show, { wrong }) => ({ ...this.#report(show), wrong })),
    readReplaced: ({ given, parts }) => this.#opened(given, (show) => this.#replaced(show, parts)),
    importShow: ({ given, parts }) => this.#opened(given, (show, file) => this.#import(show, parts, file)),
  };

  async #import(show: CarriedShow, wanted: readonly ShowPart[], { media }: ImportableShow): Promise<ImportedShow> {
    const { here: parts, lacking } = partsIn(show, wanted);
    const kept = await this.#sourceFiles.keep(parts.includes('data') ? show : { sources: [], files: [] }, media);
    const made: UnpackedApp[] = [];
    try {
      if (parts.includes('compositions')) await this.#unpack(show, { read: media, made });
      // No awaits from here on, so the import is added whole.
      const apps = new Map(made.map((unpacked) => [unpacked.from, unpacked.key()]));
      this.#add({ ...movedShow(show, apps), sources: kept.sources }, parts);
      for (const unpacked of made) unpacked.open();
      this.#rooms.showConnections.add(show.connections.filter(({ app }) => !apps.has(app)));
      return { left: made.flatMap(({ left }) => left), lacking, files: kept.told };
    } catch (thrown) {
      await kept.undo();
      throw await unmade(made, thrown);
    }
  }

  async #unpack(
    show: Pick<CarriedShow, 'compositions' | 'media'>,
    { read, made }: { read: ImportableShow['media']; made: UnpackedApp[] },
  ): Promise<void> {
    const names = new Map(show.media.map(({ path, name }) => [path, name]));
    for (const app of show.compositions) {
      // The show may have been locked while the file was read.
      this.#rooms.lock.check();
      made.push(
        await unpackApp(app, { names, read }, { ground: this.#ground, embedded: this.#rooms.services.connections }),
      );
    }
  }

  async #version(id: string): Promise<Record<string, unknown>> {
    return this.#show.readVersion(id).catch((error: unknown) => {
      throw new OverlayError('call-invalid', texts.show.unreadableVersion(errorIn(error).message));
    });
  }

  #restore(version: z.infer<typeof VersionContent>, parts: readonly ShowPart[], name: string): void {
    const { cues, looks, keys, controls, layout, lock } = this.#rooms;
    lock.check();
    const has = (part: ShowPart): boolean => parts.includes(part);
    // First, because a waiting cue refuses the restore: a version returns whole or not at all.
    if (has('rundowns') && version.rundowns) cues.becomeAll(version.rundowns, texts.show.ofRundowns(name));
    if (has('looks') && version.looks) looks.become(version.looks, name);
    if (has('data') && version.sources) {
      this.#sources.restore({ sources: version.sources, links: version.dataLinks ?? [] }, name);
    }
    if (has('keys') && version.keys) keys.become(version.keys);
    if (has('controls') && version.controls) controls.become(version.controls);
    if (has('layout') && version.layout) layout.become(version.layout, name);
    this.#ground.screens.changed();
  }

  #repair(edit: Extract<RundownEdit, { edit: 'retarget' }>, apps: ReadonlyMap<string, string>): void {
    const { cues, looks, keys, controls } = this.#rooms;
    const before = this.#naming;
    const after = movedParts(before, { ...movesOf(edit.targets), app: (key) => apps.get(key) ?? key });
    const isRepaired = (part: keyof NamingParts): boolean =>
      JSON.stringify(before[part]) !== JSON.stringify(after[part]);
    const named = [...edit.targets.map(({ from }) => from), ...apps.keys()];
    const name = texts.show.repair(named.length);
    const repairs = {
      rundowns: () => cues.becomeAll(after.rundowns, editName(before.rundowns, edit)),
      looks: () => looks.become(after.looks, name),
      dataLinks: () => this.#sources.relink(after.dataLinks, name),
      keys: () => keys.become(after.keys),
      controls: () => controls.become(after.controls),
    } satisfies Record<keyof NamingParts, () => void>;
    const wanted = Object.entries(repairs).filter(([part]) => isRepaired(part as keyof NamingParts));
    if (wanted.length === 0) throw new OverlayError('call-invalid', texts.show.nothingNames);
    for (const [, repair] of wanted) repair();
    this.#ground.screens.changed();
  }

  get #naming(): NamingParts {
    const { cues, looks, keys, controls } = this.#rooms;
    return {
      rundowns: [...cues.rundowns],
      looks: [...looks.all],
      dataLinks: [...this.#sources.show.links],
      keys: [...keys.bindings],
      controls: [...controls.mapped()],
    };
  }

  #add(show: CarriedShow, parts: readonly ShowPart[]): void {
    const { cues, looks, keys, controls, layout, lock } = this.#rooms;
    lock.check();
    const joined = this.#joined(show, parts);
    const counts = countsOf(show);
    const edit = texts.show.import(parts.map((part) => texts.show.parts[part](counts[part])).join(', '));
    // First, because only these two parts can be refused: a file is added whole or not at all.
    if (parts.includes('data')) {
      this.#sources.becomeJoined({ sources: joined.sources, links: joined.dataLinks }, edit);
    }
    if (parts.includes('rundowns')) cues.becomeAll(joined.rundowns, texts.show.ofRundowns(edit));
    if (parts.includes('looks')) looks.become(joined.looks, edit);
    if (parts.includes('keys')) keys.become(joined.keys);
    if (parts.includes('controls')) controls.become(joined.controls);
    if (parts.includes('layout') && show.layout) layout.become(show.layout, edit);
    // Keys and controls name edits of their own, and a version has the name of the last one.
    this.#ground.show.saveAll({ edit });
    this.#ground.screens.changed();
  }

  #joined(show: CarriedShow, parts: readonly ShowPart[]): JoinedShow {
    return joinedShow(this.#here, show, { parts, newId: this.#ground.newId });
  }

  /** What {@link #import} of these parts would replace. */
  #replaced(show: CarriedShow, wanted: readonly ShowPart[]): ShowReport['replaces'] {
    const { here: parts } = partsIn(show, wanted);
    const made = parts.includes('compositions') ? show.compositions : [];
    // App instances that are still to be made have no key yet.
    const apps = new Map(made.map(({ app }) => [app, this.#ground.newId()]));
    return replacedNames(this.#here, this.#joined(movedShow(show, apps), parts));
  }

  get #here(): JoinedShow {
    return { ...this.#naming, sources: [...this.#sources.show.sources] };
  }

  async #packed(show: CarriedShow): Promise<{ show: CarriedShow; media: PackedMedia[]; told: SourceFile[] }> {
    const { apps, clock } = this.#ground;
    const all = await Promise.all(apps.all.map((app) => packedApp(app, show, clock)));
    const { files, media: texts, told } = await this.#sourceFiles.pack(show.sources);
    const media = new Map(all.flatMap((one) => one.media.map((medium) => [medium.path, medium])));
    const named = [...media.values()].map(({ path, name }) => ({ path, name }));
    return {
      show: { ...show, compositions: all.map(({ app }) => app), media: named, files },
      media: [...media.values(), ...texts],
      told: [...all.flatMap(({ left }) => left), ...told],
    };
  }

  get #carried(): CarriedShow {
    const { sources } = this.#sources.carried;
    const naming = this.#naming;
    const named = namedApps(naming);
    const { present, gone } = this.#rooms.showConnections;
    const connections = [...present, ...gone.filter(({ app }) => named.has(app))];
    return {
      version: showVersion,
      connections,
      ...naming,
      sources: [...sources],
      compositions: [],
      media: [],
      files: [],
      layout: this.#rooms.layout.now(),
    };
  }

  /** Rejects with `call-invalid` if the file cannot be used. */
  async #opened<Done>(
    given: ShowFileGiven,
    run: (show: CarriedShow, file: ImportableShow) => Promise<Done> | Done,
  ): Promise<Done> {
    if ('version' in given) {
      const { content, wrong } = usableShow(await this.#version(given.version));
      const media = (): Promise<never> => Promise.reject(new OverlayError('id-unknown'));
      // A version's content has the format of an exported show.
      return run(checked(CarriedShow, { ...empty, ...content }), { wrong, media });
    }
    const bytes = 'file' in given ? { bytes: Buffer.from(given.file, 'base64') } : given;
    const opened = await this.#show.open(bytes).catch((error: unknown) => {
      throw new OverlayError('call-invalid', texts.show.unusable(errorIn(error).message));
    });
    try {
      const { content, wrong } = usableShow(opened.content);
      const media = async (path: string, most?: number): Promise<Uint8Array<ArrayBuffer>> => {
        const found = await opened.media(path, most);
        if (!found) throw new OverlayError('id-unknown', texts.show.fileLacks(path));
        return found;
      };
      return await run(checked(CarriedShow, { ...empty, ...content }), { wrong, media });
    } finally {
      opened.close();
    }
  }

  #report(show: CarriedShow): Omit<ShowReport, 'wrong'> {
    const { apps } = this.#ground;
    const users = namedApps(show);
    const brought = broughtBy(show);
    return {
      counts: countsOf(show),
      missingApps: show.connections
        .filter(({ app }) => !apps.get(app))
        .map(({ kind: _, ...one }) => ({ ...one, usedBy: [...(users.get(one.app) ?? [])] }))
        // Such as the backup of an app instance, which the desk shows as its main.
        .filter(({ usedBy }) => usedBy.length > 0),
      missing: this.#missing(namesOf(show).filter(({ of }) => 'app' in of || !brought.has(of.subComposition))),
      reads: show.sources.map(({ id, name, from }) => {
        const isPacked = show.files.some(({ source }) => source === id);
        const file = from.kind === 'file' ? (isPacked ? 'packed' : 'apart') : null;
        return { source: name, from: readFrom(from), file };
      }),
      replaces: this.#replaced(show, ShowPart.options),
    };
  }

  /** Names missing here. A missing app instance covers everything within it. */
  #missing(all: readonly NamedThing[]): ShowReport['missing'] {
    const { apps } = this.#ground;
    const gone = goneOf(all, {
      app: (key) => ({ name: apps.get(key)?.name ?? key, stands: apps.standing(key) }),
      sub: (address) => apps.sub(address)?.item,
    });
    const subs = [...gone.subs]
      .filter(([address]) => !gone.apps.has(parseAddress(address).app))
      .map(([, uses]) => uses);
    return [...subs, ...gone.fields.values()].map(({ name, usedBy }) => ({ name, usedBy: [...usedBy] }));
  }
}

function namesOf({ rundowns, ...parts }: NamingParts): NamedThing[] {
  return namesIn({ ...parts, cues: rundowns.flatMap(({ groups }) => groups.flatMap(({ cues }) => cues)) });
}

/** The addresses of the sub-compositions that come with the compositions of a show. */
function broughtBy({ compositions: apps }: CarriedShow): Set<string> {
  const brought = apps.flatMap(({ app, compositions }) =>
    compositions.flatMap(({ content }) => Object.keys(content.compositions ?? {}).map((id) => addressOf(app, id))),
  );
  return new Set(brought);
}

function namedApps(show: NamingParts): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const { of, by } of namesOf(show)) {
    const app = 'app' in of ? of.app : parseAddress(of.subComposition).app;
    named.set(app, (named.get(app) ?? new Set()).add(by));
  }
  return named;
}

/** An import that replaces keys with none would delete them. */
function partsIn(show: CarriedShow, wanted: readonly ShowPart[]): { here: ShowPart[]; lacking: ShowPart[] } {
  const counts = countsOf(show);
  return {
    here: wanted.filter((part) => counts[part] > 0),
    lacking: wanted.filter((part) => counts[part] === 0),
  };
}

function countsOf(show: CarriedShow): ShowReport['counts'] {
  const { compositions, rundowns, looks, sources, keys, controls, layout } = show;
  const isArranged = layout && Object.keys(layout.sides).length + layout.folded.length > 0;
  return {
    compositions: compositions.length,
    rundowns: rundowns.length,
    looks: looks.length,
    data: sources.length,
    keys: keys.length,
    controls: controls.length,
    layout: isArranged ? 1 : 0,
  };
}

/** Deletes the app instances of a refused import. Returns the reason, with those that could not be deleted. */
async function unmade(all: readonly UnpackedApp[], why: unknown): Promise<unknown> {
  const undone = await Promise.allSettled(all.map((one) => one.undo()));
  const stay = all.filter((_, at) => undone[at]?.status === 'rejected').map(({ name }) => name);
  if (stay.length === 0 || !(why instanceof OverlayError)) return why;
  const stays = texts.show.instancesStay(stay.join(', '));
  return new OverlayError(why.code, `${why.message} ${stays}`, why.details);
}

function notPacked({ sources }: CarriedShow): SourceFile[] {
  return sources.flatMap(({ name: source, from }) =>
    from.kind === 'file' ? [{ source, path: from.path, problem: texts.show.bringAlong }] : [],
  );
}

function readFrom(from: SourceOrigin): string {
  if (from.kind === 'file') return from.path;
  return from.kind === 'push' ? '' : from.url;
}

function checked<Schema extends z.ZodType>(schema: Schema, content: unknown): z.infer<Schema> {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  throw new OverlayError('call-invalid', texts.show.unusableFile(inShort(schemaProblems(read.error.issues))));
}
