import { z } from 'zod';
import { CueId, Rundown } from '../../contract/desk-api/cue.ts';
import type { OpenApps } from '../app/open-apps.ts';
import type { LiveData } from '../live-data/live-data.ts';
import type { Actions } from '../operate/actions.ts';
import type { TakeGuard } from '../operate/take-guard.ts';
import type { ReadTable } from '../live-data/data-ports.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { Screens } from '../screens/screens.ts';
import type { Settings } from '../screens/settings.ts';
import { Cues } from './cues.ts';
import type { DropFolderPorts } from './ingest/drop-folder.ts';
import demoRundowns from './demo-rundowns.json' with { type: 'json' };
import { KeptRundowns } from './kept-rundowns.ts';
import { KeptPosition, Positions } from './positions.ts';
import { Rundowns } from './rundowns.ts';

export interface OpenCuesPorts extends Pick<
  DropFolderPorts,
  'settings' | 'watchFolder' | 'isLocked' | 'dropFolderChanged'
> {
  clock: Clock;
  apps: OpenApps;
  actions: Actions;
  guard: TakeGuard;
  screens: Screens;
  show: Settings;
  prepared: Settings;
  knownError: KnownError;
  newId(): string;
  /** Without a saved show, the desk begins with the demo rundown. */
  isNew?: boolean | undefined;
  readTable: ReadTable;
  /** A function, because live data opens after the cues. */
  data(): Pick<LiveData, 'links' | 'staleSource'>;
  edited(): void;
  lampsChanged(): void;
  tell(text: string): void;
}

/** Opens the cues at their last positions. Fires nothing, and reports what lapsed while the desk was off. */
export function openCues(ports: OpenCuesPorts): Cues {
  const { actions, screens, show, prepared, newId } = ports;
  const kept = new KeptRundowns(show, newId);
  if (kept.renewed) ports.tell(kept.renewed);
  const rundowns = new Rundowns(begun(ports, kept), newId, (cue, whole) => cues.checkRemoval(cue, whole));
  const positions = keptPositions(ports, rundowns);
  const waiting = new KeptWaiting(prepared, ports.tell);
  const cues: Cues = new Cues({
    ...ports,
    rundowns,
    positions,
    send: (requests, cause, byItself) => actions.sendEach(requests, cause, byItself),
    inTime: (cause) => actions.inTime(cause),
    wentOut: (addresses) => ports.guard.wentOut(addresses, ports.clock.monotonic()),
    edited: (ids) => {
      kept.keep(rundowns.all, rundowns.latest);
      ports.edited();
      ports.data().links.cuesEdited();
      ports.lampsChanged();
      screens.changedIn('cues', ids);
      screens.changedIn('cueViews', ids);
    },
    moved: () => {
      prepared.saveAll({ positions: positions.kept, activeRundown: positions.active?.id ?? null });
      screens.changed();
      ports.lampsChanged();
    },
    changedViews: (ids) => {
      ports.lampsChanged();
      screens.changedIn('cueViews', ids);
      waiting.keepSoon(() => cues.waiting);
    },
  });
  return cues;
}

function keptPositions({ prepared, tell }: OpenCuesPorts, rundowns: Rundowns): Positions {
  const kept = prepared.member('positions', z.record(z.string(), KeptPosition)) ?? {};
  const was = prepared.member('activeRundown', CueId.nullable()) ?? null;
  const positions = new Positions(rundowns, kept, was);
  const { active } = positions;
  if (was !== null && active && active.id !== was)
    tell(`The rundown that was active is gone, so ${active.name} is active now: keys, pads and OSC fire that one.`);
  return positions;
}

function begun({ isNew = false }: OpenCuesPorts, kept: KeptRundowns): Rundown[] {
  if (kept.begun || !isNew) return kept.begun ?? [];
  const demo = z.array(Rundown).parse(demoRundowns);
  kept.keep(demo, 'Begin with the demo show');
  return demo;
}

/** Waiting cues, kept so that the next start can report what did not happen. */
class KeptWaiting {
  readonly #file: Settings;
  #kept = '[]';
  #soon = false;

  constructor(file: Settings, tell: OpenCuesPorts['tell']) {
    this.#file = file;
    const lapsed = file.list('waiting', z.string()) ?? [];
    if (lapsed.length === 0) return;
    tell(`The desk ended while these cues waited, so nothing more happens by itself of ${lapsed.join('; ')}.`);
    file.save('waiting', []);
  }

  /** Batched: one frame of a service changes many views. */
  keepSoon(now: () => readonly string[]): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#keep(now());
    });
  }

  #keep(waiting: readonly string[]): void {
    const text = JSON.stringify(waiting);
    if (text === this.#kept) return;
    this.#kept = text;
    this.#file.save('waiting', waiting);
  }
}
