import { readFileSync } from 'node:fs';
import type { HandOver } from '../../../contract/desk-api/update.ts';
import { updateShelf } from '../../../node/updates/update-shelf.ts';
import type { CheckedInstaller, InstalledApplication, UpdatePorts } from '../../../desk/update-ports.ts';
import { Presses } from '../../../desk/app/presses.ts';
import type { Recording } from '../../../desk/log/recording.ts';
import { Updates } from '../../../desk/updates/updates.ts';
import { ManualClock } from '../manual-clock.ts';
import { testKey } from './sealed-release.ts';

/** What happens around a desk that is updated, as a test changes it, and what came of it. */
export interface AroundUpdates {
  onAir: string[];
  unknown: string[];
  waiting: string[];
  locked: boolean;
  saved: boolean;
  /** The version that runs. */
  version: string;
  handed: (CheckedInstaller & { content: string })[];
  recorded: string[];
  /** Called after a release was checked, and before it is copied. */
  beforeCopy(): void;
  /** Called before something is handed over. */
  meanwhile(): void;
}

/** A desk with nothing on air, of version 1.0.0. */
export function idle(): AroundUpdates {
  return {
    onAir: [],
    unknown: [],
    waiting: [],
    locked: false,
    saved: true,
    version: '1.0.0',
    handed: [],
    recorded: [],
    beforeCopy: () => undefined,
    meanwhile: () => undefined,
  };
}

/** When it is, in milliseconds since the epoch. */
const now = Date.parse('2027-02-01T12:00:00Z');

/** Updates of a desk of the version that runs, on data in a directory. */
export function updatesOn(data: string, around: AroundUpdates, installed: Partial<InstalledApplication> = {}): Updates {
  const shelf = updateShelf(data, { keys: testKey.all, now: () => now });
  const ids = (): string[] => [...around.onAir, ...around.unknown];
  const app = {
    state: {
      confirmed: {
        all: {
          *[Symbol.iterator]() {
            for (const id of ids()) yield { item: { id, name: id } };
          },
        },
      },
      view: (id: string) => ({ onAir: around.onAir.includes(id) ? 'yes' : 'unknown', requested: null }),
    },
  };
  const file = { saved: () => Promise.resolve(around.saved) };
  const recording: Pick<Recording, 'ofDesk'> = {
    ofDesk: ({ action }, _press, error) => around.recorded.push(error ? `${action}: ${error.message}` : action),
  };
  const updates: UpdatePorts = {
    installed: {
      version: around.version,
      marked: around.version,
      changedAt: null,
      kinds: ['deb'],
      processor: 'x64',
      machine: 'Linux, x64',
      notUpdatable: '',
      ...installed,
    },
    shelf: {
      ...shelf,
      take(release, wanted) {
        around.beforeCopy();
        return shelf.take(release, wanted);
      },
      copy: async (version) => {
        await shelf.copy(version);
        around.meanwhile();
      },
    },
    licences: () => Promise.resolve('MIT'),
    handOver(installer): Promise<HandOver> {
      around.handed.push({ ...installer, content: readFileSync(installer.path, 'utf8') });
      return Promise.resolve({ how: 'started' });
    },
  };
  const outside = { log: { write: () => undefined }, updates };
  const files = { settings: file, prepared: file, show: file };
  const presses = new Presses(new ManualClock(), () => '');
  const ground = { clock: { now: () => now }, apps: { all: [app] }, outside, recording, presses, ...files };
  return new Updates(ground as never, {
    cues: {
      get list() {
        return { waiting: around.waiting };
      },
    },
    lock: {
      get view() {
        return { locked: around.locked, pin: false, by: '' };
      },
    },
  });
}
