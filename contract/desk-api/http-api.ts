import { z } from 'zod';
import { pressRefusals } from '../errors.ts';
import { StoredState } from '../model/animation-state.ts';
import { endpoint, get, post, put } from '../service-api/endpoint.ts';
import { Action } from '../actions/actions.ts';
import { SnapshotApp } from '../service-api/live-channel.ts';
import { ActionOutcome } from '../desk-api/action-outcome.ts';
import { BackupView } from './backup.ts';
import { AppView, DeskView, UndoableActs } from './desk-api.ts';
import { IngestedRundown, IngestReport } from './ingest.ts';
import type { RemoteRight } from './remote.ts';
import { mediaTypes, SourceView } from './source.ts';

/** Without on-air addresses: the token in each opens the live channel, and a panel needs none. */
const PanelApp = AppView.extend({
  app: SnapshotApp.pick({ id: true, name: true }).nullable(),
  backup: BackupView.omit({ addresses: true }).nullable(),
});

/** The desk state for panels and scripts, without members meant only for screens. `undoable`: by this client. */
export const DeskState = DeskView.pick({
  model: true,
  subs: true,
  looks: true,
  operator: true,
  lock: true,
  notices: true,
  rundowns: true,
  positions: true,
  activeRundown: true,
  cues: true,
  cueViews: true,
})
  .extend({ apps: z.array(PanelApp), undoable: UndoableActs })
  .meta({ id: 'DeskState' });
export type DeskState = z.infer<typeof DeskState>;

/** Complete members, but only the changed entries of `subs`, `cues` and `cueViews`. */
const DeskStateChange = DeskState.partial();

/** Desk time (ms) on a clock that never jumps. Own elapsed time may be added: the sum is exact or early, never late. */
const DeskMilliseconds = z.number();

/** A frame at {@link liveStatePath}: the state, then changes, and the time every 2 s. Readers ignore unknown types. */
export const DeskFrame = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('state'), state: DeskState }),
    z.object({ type: z.literal('change'), change: DeskStateChange }),
    z.object({ type: z.literal('time'), time: DeskMilliseconds }),
  ])
  .meta({ id: 'LiveFrame' });
export type DeskFrame = z.infer<typeof DeskFrame>;

export const liveStatePath = '/api/live';

const reading = ['unauthorized', 'forbidden', 'origin-refused', 'too-many'] as const;

export const liveStateErrors = [...reading, 'upgrade-required'] as const;

/** The maximum press age that a client can send (ms), far above the refusal limit. */
export const oldestPress = 60_000;

const PressRequest = z.object({
  action: Action,
  /** The state shown to the operator; the take is refused if it has changed. */
  expects: StoredState.optional(),
  /** Milliseconds of delay before sending. The desk refuses presses that are too old. */
  age: z.number().min(0).max(oldestPress).default(0),
  /** Desk time of the press, from the frames. Counts delays after sending too; the older of this and `age` applies. */
  at: DeskMilliseconds.optional(),
});

const refused = [...reading, 'body-not-json', 'body-too-large', 'media-type-unsupported'] as const;

export const carryOutAction = endpoint('carryOutAction', 'extension', {
  ...post('/api/actions'),
  summary:
    'Carry out an action, and wait for its end: 200 if it is confirmed, or done by the desk alone, 202 if it waits for the delay of a cue, 502 if it failed, 504 if the outcome is not known',
  auth: 'client',
  params: z.object({}),
  body: PressRequest,
  answer: ActionOutcome,
  errorShape: 'named',
  outcomes: {
    202: 'It waits for the delay of a cue, or for the end of a hold.',
    409: 'A newer value of the same field took its place.',
    502: 'It failed: the service refused it.',
    504: 'The outcome is not known.',
  },
  errors: [...refused, 'call-invalid', ...pressRefusals, 'not-connected', 'undo-impossible', 'backup-refused'],
  example: {
    body: { action: { do: 'go' } },
    answer: {
      result: 'confirmed',
      reason: '',
      error: null,
      apps: [{ app: 'embedded-1', result: 'confirmed', reason: '', error: null, revision: 12 }],
    },
  },
});

const readState = endpoint('readState', 'extension', {
  ...get('/api/state'),
  summary: `The whole present state. What changes is told at ${liveStatePath}, a WebSocket`,
  auth: 'client',
  params: z.object({}),
  answer: DeskState,
  errorShape: 'named',
  errors: reading,
  example: { answer: undefined },
});

/** Imports a rundown from a table or JSON, as one edit. */
export const putRundown = endpoint('putRundown', 'extension', {
  ...put('/api/rundowns/{file}'),
  summary: 'Import a table (CSV, TSV) or JSON into the rundown `into`, or into a new one; all of it, or nothing',
  auth: 'client',
  params: z.object({ file: z.string().min(1).max(200), into: z.string().optional() }),
  body: IngestedRundown,
  textBodies: ['text/csv', 'text/tab-separated-values'],
  answer: z.object({ rundown: z.string(), report: IngestReport }),
  errorShape: 'named',
  errors: [...refused, 'call-invalid', 'show-locked'],
  example: { answer: undefined },
});

export const putSource = endpoint('putSource', 'extension', {
  ...put('/api/sources/{source}'),
  summary:
    'Push the whole text of a source of live data, by its id or its name: 200 once its rows are read; 400 if they cannot be, and the rows before stay',
  auth: 'client',
  params: z.object({ source: z.string().min(1).max(200) }),
  body: undefined,
  textBodies: Object.values(mediaTypes),
  answer: SourceView,
  errorShape: 'named',
  errors: [...refused, 'call-invalid'],
  example: { answer: undefined },
});

export const deskEndpoints = [
  { endpoint: carryOutAction, right: 'fire' },
  { endpoint: readState, right: 'watch' },
  { endpoint: putRundown, right: 'edit' },
  { endpoint: putSource, right: 'fire' },
] as const satisfies readonly { endpoint: unknown; right: RemoteRight }[];
