import { z } from 'zod';
import { Rundown } from '../../contract/desk-api/cue.ts';
import { CarriedShow, type ShowReport, type showCalls } from '../../contract/desk-api/show-file.ts';
import type { Look } from '../../contract/desk-api/look.ts';
import type { SourceOrigin } from '../../contract/desk-api/source.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Calls } from '../../contract/link/link.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Clock, DeliverFile, ShowPort } from '../ports.ts';
import { captionOf } from './rundown-order.ts';

export interface ShowPartsPorts {
  clock: Pick<Clock, 'now'>;
  apps: OpenApps;
  show: ShowPort;
  deliver: DeliverFile;
  newId(): string;
  rundowns(): readonly Rundown[];
  /** Makes these the rundowns, as one edit with this name. */
  become(all: readonly Rundown[], name: string): void;
  looks(): readonly Look[];
  /** Adds looks; one replaces another of its name. */
  addLooks(looks: readonly Look[]): void;
  liveData: Pick<LiveData, 'carried' | 'addCarried'>;
  keys(): readonly KeyBinding[];
  /** Maps these keys in place of those that are mapped now. */
  mapKeys(bindings: readonly KeyBinding[]): void;
}

/** A file may lack what it has nothing of. */
const empty = { connections: [], rundowns: [], looks: [], sources: [], dataLinks: [], keys: [] };

/** The show as a file: its earlier versions, and the way to another machine and from there. */
export class ShowParts {
  readonly #ports: ShowPartsPorts;

  constructor(ports: ShowPartsPorts) {
    this.#ports = ports;
  }

  readonly calls: Calls<{ calls: typeof showCalls; events: Record<string, never> }> = {
    listVersions: () => this.#ports.show.versions(),
    restoreVersion: async ({ id }) => {
      const content = await this.#ports.show.readVersion(id).catch((error: unknown) => {
        throw new OverlayError('call-invalid', `This version cannot be read: ${(error as Error).message}.`);
      });
      const rundowns = checked(z.array(Rundown), content.rundowns ?? []);
      const version = (await this.#ports.show.versions()).find((one) => one.id === id);
      const at = version ? new Date(version.at).toISOString().slice(0, 19).replace('T', ' ') : id;
      this.#ports.become(rundowns, `Back to the version of ${at} UTC`);
      return null;
    },
    exportShow: async () => {
      const { clock, deliver, show } = this.#ports;
      const name = `show ${new Date(clock.now()).toISOString().slice(0, 10)}.overlayshow`;
      const bytes = await show.toBytes(this.#carried);
      return deliver({
        ...{ name, mediaType: 'application/octet-stream' },
        content: async function* () {
          yield await Promise.resolve(bytes);
        },
      });
    },
    readShow: ({ file }) => this.#report(this.#read(file)),
    importShow: ({ file, parts }) => {
      const show = this.#read(file);
      // Only this part can be refused, so it comes first: a file is added whole, or not at all.
      if (parts.includes('data')) {
        this.#ports.liveData.addCarried({ sources: show.sources, links: show.dataLinks });
      }
      if (parts.includes('rundowns')) {
        const added = show.rundowns.map((one) => this.#withOwnIds(one));
        this.#ports.become([...this.#ports.rundowns(), ...added], `Import ${added.length} rundowns`);
      }
      if (parts.includes('looks')) this.#ports.addLooks(show.looks);
      if (parts.includes('keys')) this.#ports.mapKeys(show.keys);
      return null;
    },
  };

  get #carried(): CarriedShow {
    const { apps, rundowns, looks, liveData, keys } = this.#ports;
    const { sources, links } = liveData.carried;
    const connections = apps.all.map((app) => {
      const { kind, connection } = app.view();
      return { app: app.identity.key, name: app.name, kind, service: connection.service };
    });
    return {
      ...{ version: 1, connections, rundowns: [...rundowns()], looks: [...looks()] },
      ...{ sources: [...sources], dataLinks: [...links], keys: [...keys()] },
    };
  }

  #read(file: string): CarriedShow {
    const { clock: _, show } = this.#ports;
    let content: Record<string, unknown>;
    try {
      content = show.fromBytes(Buffer.from(file, 'base64'));
    } catch (error) {
      throw new OverlayError('call-invalid', `The show file cannot be used: ${(error as Error).message}.`);
    }
    return checked(CarriedShow, { ...empty, ...content });
  }

  /** The same rundown may be here already, so what comes from a file is another one. */
  #withOwnIds(rundown: Rundown): Rundown {
    const { newId } = this.#ports;
    const groups = rundown.groups.map((group) => {
      return { ...group, id: newId(), cues: group.cues.map((cue) => ({ ...cue, id: newId() })) };
    });
    return { ...rundown, id: newId(), groups };
  }

  #report({ connections, rundowns, looks, sources, dataLinks, keys }: CarriedShow): ShowReport {
    const { apps } = this.#ports;
    const cues = rundowns.flatMap(({ groups }) => groups.flatMap((group) => group.cues));
    const used = [
      ...cues.flatMap((cue) =>
        cue.steps.flatMap(({ targets }) => targets.map((target) => ({ ...target, by: captionOf(cue) }))),
      ),
      ...dataLinks.map((link) => ({ ...link, by: 'its live data' })),
    ];
    const missing = new Map<string, { name: string; usedBy: Set<string> }>();
    for (const { subComposition, name, by } of used) {
      // What an app instance that has not reported its show will have, nobody knows yet.
      if (!apps.get(parseAddress(subComposition).app) || apps.sub(subComposition) || apps.mayCome(subComposition))
        continue;
      const known = missing.get(subComposition) ?? { name: name || subComposition, usedBy: new Set() };
      missing.set(subComposition, { ...known, usedBy: known.usedBy.add(by) });
    }
    return {
      counts: { rundowns: rundowns.length, looks: looks.length, data: sources.length, keys: keys.length },
      missingApps: connections.filter(({ app }) => !apps.get(app)).map(({ kind: _, ...one }) => one),
      missing: [...missing.values()].map(({ name, usedBy }) => ({ name, usedBy: [...usedBy] })),
      reads: sources.map(({ name, from }) => ({ source: name, from: readFrom(from) })),
    };
  }
}

function readFrom(from: SourceOrigin): string {
  if (from.kind === 'file') return from.path;
  return from.kind === 'push' ? '' : from.url;
}

function checked<Schema extends z.ZodType>(schema: Schema, content: unknown): z.infer<Schema> {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  throw new OverlayError('call-invalid', `The show file cannot be used: ${z.prettifyError(read.error)}`);
}
