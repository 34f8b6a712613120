import {
  cueName,
  cueViewOf,
  isTrusted,
  type KnownDesk,
  nextCueOf,
  nodeNames,
  onAirCount,
  type ReadState,
  tallyOf,
  variableNames,
} from './known.ts';
import type { InstanceStatus } from '@companion-module/base';

export interface VariableFacts {
  /** Why the last press was not confirmed; empty if it was. */
  lastRefusal: string;
  /** Milliseconds since the epoch, by this machine's clock instead of the desk's. */
  now: number;
}

/** The variable suffix of a rundown, by its place: `_2`. The active rundown also has variables without it. */
export function rundownSuffix(place: number): string {
  return `_${place + 1}`;
}

export function variableTitles(state: ReadState | null): Record<string, string> {
  const names = state ? nodeNames(state) : new Map<string, string>();
  const titles: Record<string, string> = {
    connection: 'Connection: ok, connecting, wrong token, desk gone, service lost',
    connection_reason: 'Why the connection is not ok',
    last_refusal: 'Why the last press was not confirmed',
    on_air_count: 'How much is on air',
  };
  for (const { end, rundown } of namedRundowns(state)) {
    const name = end === '' ? 'Active rundown' : rundown.name;
    Object.assign(titles, {
      [`rundown${end}`]: `${name}: name`,
      [`next_cue_number${end}`]: `${name}: number of the next cue`,
      [`next_cue_name${end}`]: `${name}: name of the next cue`,
      [`current_cue${end}`]: `${name}: the cue that runs, which a go fired or which followed`,
      [`current_cue_state${end}`]: `${name}: the state of that cue`,
      [`time_left${end}`]: `${name}: time until that cue does something by itself`,
    });
  }
  for (const [address, end] of variableNames(state)) titles[`tally_${end}`] = `Tally: ${names.get(address) ?? address}`;
  return titles;
}

export function variableValues(known: KnownDesk, { lastRefusal, now }: VariableFacts): Record<string, string | number> {
  const { state } = known;
  const { word, reason } = statusOf(known);
  const values: Record<string, string | number> = {
    connection: word,
    connection_reason: reason,
    last_refusal: lastRefusal,
    on_air_count: onAirCount(known) ?? '?',
  };
  for (const { end, rundown } of namedRundowns(state)) {
    const { id, name } = rundown;
    const next = state?.cues[nextCueOf(known, id) ?? ''];
    const fired = state?.positions[id]?.fired?.cue;
    Object.assign(values, {
      [`rundown${end}`]: name,
      [`next_cue_number${end}`]: next?.number ?? '',
      [`next_cue_name${end}`]: next?.name ?? '',
      [`current_cue${end}`]: fired === undefined ? '' : cueName(state?.cues[fired]),
      [`current_cue_state${end}`]: fired === undefined ? '' : cueViewOf(known, fired).state,
      [`time_left${end}`]: fired === undefined ? '' : timeLeft(known, fired, now),
    });
  }
  for (const [address, end] of variableNames(state)) values[`tally_${end}`] = tallyOf(known, address);
  return values;
}

/** A variable counts down, so it changes without news from the desk. */
export function countsDown(known: KnownDesk): boolean {
  return namedRundowns(known.state).some(({ rundown: { id } }) => {
    const fired = known.state?.positions[id]?.fired?.cue;
    return fired !== undefined && (cueViewOf(known, fired).due?.at ?? null) !== null;
  });
}

/** Time until a cue's next automatic step: `0:07`; empty for none. */
function timeLeft(known: KnownDesk, cue: string, now: number): string {
  const { due } = cueViewOf(known, cue);
  if (!due) return '';
  const left = due.at === null ? (due.left ?? 0) : due.at - now;
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The rundowns with variables, and their suffixes: the active one, and each by its place if there are several. */
function namedRundowns(state: ReadState | null): { end: string; rundown: ReadState['rundowns'][number] }[] {
  const all = state?.rundowns ?? [];
  const active = all.filter(({ id }) => id === state?.activeRundown).map((rundown) => ({ end: '', rundown }));
  return all.length > 1
    ? [...active, ...all.map((rundown, place) => ({ end: rundownSuffix(place), rundown }))]
    : active;
}

export interface ModuleStatus {
  status: keyof typeof InstanceStatus;
  word: string;
  reason: string;
}

export function statusOf(known: KnownDesk): ModuleStatus {
  const { link } = known;
  switch (link.is) {
    case 'off':
      return { status: 'BadConfig', word: 'not set up', reason: link.reason };
    case 'connecting':
      return { status: 'Connecting', word: 'connecting', reason: '' };
    case 'gone':
      return { status: 'Disconnected', word: 'desk gone', reason: link.reason };
    case 'unreadable':
      return { status: 'UnknownError', word: 'not understood', reason: link.reason };
    case 'refused':
      return refused(link);
    case 'open':
      return serviceStatus(known);
  }
}

function refused({ status, reason }: { status: number; reason: string }): ModuleStatus {
  if (status === 401) return { status: 'AuthenticationFailure', word: 'wrong token', reason };
  if (status === 403) return { status: 'InsufficientPermissions', word: 'not allowed', reason };
  return { status: 'ConnectionFailure', word: 'refused', reason };
}

function serviceStatus(known: KnownDesk): ModuleStatus {
  const apps = known.state?.apps ?? [];
  const lost = apps.filter(({ key }) => !isTrusted(known, key));
  if (lost.length === 0) return { status: 'Ok', word: 'ok', reason: '' };
  const reason = lost
    .map(({ name, connection }) => `${name}: ${connection.reason || 'Nothing was confirmed for some seconds.'}`)
    .join(' ');
  return { status: lost.length === apps.length ? 'ConnectionFailure' : 'UnknownWarning', word: 'service lost', reason };
}
