import { z } from 'zod';
import { DataLink } from '../../contract/desk-api/data-link.ts';
import { Source } from '../../contract/desk-api/source.ts';
import { addressOf } from '../../contract/model/address.ts';
import type { Actions } from '../operate/actions.ts';
import type { OpenApps, SubRef } from '../app/open-apps.ts';
import type { OpenData } from './data-ports.ts';
import type { DeskPorts, SecretStore } from '../ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { EarliestTimer } from '../../contract/earliest-timer.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { Screens } from '../screens/screens.ts';
import type { Settings } from '../screens/settings.ts';
import { demoData, demoTable } from './demo-data.ts';
import type { ShowData } from './edit-sources.ts';
import { KeptLink } from './link-run.ts';
import { LinkRuns } from './link-runs.ts';
import { type CueRow, Links } from './links.ts';
import { LiveData } from './live-data.ts';
import { ShowSources } from './show-sources.ts';
import { SourceSecrets } from './source-secrets.ts';

export interface OpenLiveDataPorts extends Pick<DeskPorts, 'isNew' | 'writeDemo'> {
  clock: Clock;
  apps: OpenApps;
  actions: Actions;
  screens: Screens;
  show: Settings;
  prepared: Settings;
  openData: OpenData;
  /** A function, because secrets are opened after the live data. */
  secrets(): Pick<SecretStore, 'get' | 'set' | 'delete'>;
  knownError: KnownError;
  newId(): string;
  touched(ref: SubRef): void;
  cueRows(): readonly CueRow[];
  staleChanged(addresses: ReadonlySet<string>): void;
}

/** Milliseconds between two data updates to screens and to the saved state. */
const shownEvery = 200;

/** Opens the live data of the show and restores its links from the last run. */
export function openLiveData(ports: OpenLiveDataPorts): LiveData {
  const { show: file, prepared, screens, clock, apps } = ports;
  const data = ports.openData((update) => liveData.update(update));
  const secrets = new SourceSecrets({ store: ports.secrets, found: () => sources.read() });
  const show = begun(ports);
  const sources = new ShowSources(show, {
    data,
    secrets,
    newId: ports.newId,
    fault: ports.knownError,
    titleOf: (address, field) => links.titleOf(address, field),
    edited: (before, name) => liveData.showEdited(before, name),
  });
  const runs = new LinkRuns(show.links, prepared.member('dataLinks', z.record(z.string(), KeptLink)) ?? {});
  const soon = new Soon(clock);
  const linksSoon = soon.told((addresses) => screens.changedIn('linkViews', addresses));
  const agesSoon = soon.told((ids) => screens.changedIn('sourceAges', ids));
  const preparedSoon = soon.told((addresses) => {
    for (const ref of [...addresses].flatMap((address) => apps.find(address) ?? [])) ports.touched(ref);
  });
  const links: Links = new Links({
    clock,
    apps,
    data,
    sources,
    runs,
    actions: ports.actions,
    cueRows: ports.cueRows,
    prepared: (ref, late) => (late ? preparedSoon([addressOf(ref.app.identity.key, ref.id)]) : ports.touched(ref)),
    moved: () => prepared.save('dataLinks', runs.kept),
    changed: (addresses, late) => (late ? linksSoon(addresses) : screens.changedIn('linkViews', addresses)),
  });
  const liveData: LiveData = new LiveData({
    data,
    secrets,
    sources,
    links,
    staleChanged: ports.staleChanged,
    edited: ({ sources: all, links: linked }, name) => {
      file.saveAll({ edit: name, sources: all, dataLinks: linked });
      prepared.save('dataLinks', runs.kept);
      screens.changed();
    },
    changedSources: (ids) => {
      screens.changedIn('sourceViews', ids);
      screens.changedIn('sourceAges', ids);
    },
    agedSources: agesSoon,
    changedLinks: (addresses) => screens.changedIn('linkViews', addresses),
  });
  return liveData;
}

/** Reads the live data of the show. A new desk gets the demo data and saves it. */
function begun({ show: file, isNew = false, writeDemo, knownError }: OpenLiveDataPorts): ShowData {
  const sources = file.list('sources', Source);
  const links = file.list('dataLinks', DataLink) ?? [];
  if (sources || !isNew || !writeDemo) return { sources: sources ?? [], links };
  try {
    const demo = demoData(writeDemo('guests.csv', demoTable()));
    file.saveAll({ edit: 'Begin with the demo show', sources: demo.sources, dataLinks: demo.links });
    return demo;
  } catch (thrown) {
    // The disk problem is reported elsewhere; the demo show works without its guests.
    knownError(thrown);
    return { sources: [], links };
  }
}

/** Batches frequent changes, so that each is reported once, all together. */
class Soon {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #tell: (() => void)[] = [];
  readonly #next: EarliestTimer;
  /** Monotonic time. */
  #told = -Infinity;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
    this.#next = new EarliestTimer(clock, () => {
      this.#told = clock.monotonic();
      for (const tell of this.#tell) tell();
    });
  }

  told(tell: (keys: ReadonlySet<string>) => void): (keys: Iterable<string>) => void {
    let waiting = new Set<string>();
    this.#tell.push(() => {
      const keys = waiting;
      waiting = new Set();
      if (keys.size > 0) tell(keys);
    });
    return (keys) => {
      for (const key of keys) waiting.add(key);
      if (waiting.size > 0) this.#next.within(Math.max(0, this.#told + shownEvery - this.#clock.monotonic()));
    };
  }
}
