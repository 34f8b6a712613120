import { ownOf } from '../../contract/own.ts';
import { texts } from '../../contract/texts/texts.ts';
import type { Cue, CueCommand, CueStep, CueTarget } from '../../contract/desk-api/cue.ts';
import type { RowChoice } from '../../contract/desk-api/source.ts';
import type { AnimationAction } from '../../contract/model/animation-state.ts';
import { OverlayError } from '../../contract/errors.ts';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { parseAddress } from '../../contract/model/address.ts';
import type { Payload, Value } from '../../contract/model/field.ts';
import { typedTime } from '../../contract/model/typed-time.ts';
import type { SubState } from '../app/confirmed.ts';
import type { OpenApp } from '../app/open-app.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { type CueRow, wholeRow } from '../live-data/link-values.ts';
import type { Links } from '../live-data/links.ts';
import type { OperationItem, Request } from '../app/operation.ts';
import type { Sent } from '../operate/sent.ts';
import { captionOf } from './rundown-order.ts';
import type { StepPlace, StepRun } from './step-run.ts';

export interface StepRequest {
  requests: Map<OpenApp, Request>;
  /** For people: `Lower Third`, `Lower Third, field Name`. */
  missing: string[];
  /** App instances of missing graphics that the desk has not reached since its start. */
  unreached: string[];
  incomplete: string[];
  /** Graphics with a row and without a link: nothing empties the words of another person. */
  unlinked: string[];
  /** The rows of live data, and the values sent from them. */
  rows: { subComposition: string; row: RowChoice; values: Payload }[];
}

type Captioned = Pick<Cue, 'number' | 'name'>;

/** One request per app instance, in the order of the targets. Timers are set only with `now` (ms since the epoch). */
export function requestOf(
  cue: Captioned,
  { targets }: Pick<CueStep, 'targets'>,
  { apps, links, now }: { apps: OpenApps; links: Pick<Links, 'rowValues'>; now?: number },
): StepRequest {
  const [missing, incomplete]: [string[], string[]] = [[], []];
  const rows: StepRequest['rows'] = [];
  const [unreached, unlinked]: [string[], string[]] = [[], []];
  const parts = targets.flatMap((target) => {
    const ref = apps.find(target.subComposition);
    if (!ref) {
      const name = target.name || target.subComposition;
      const isUnreached = apps.mayCome(target.subComposition);
      if (isUnreached) unreached.push(parseAddress(target.subComposition).app);
      missing.push(isUnreached ? texts.cues.notReached(name) : name);
      return [];
    }
    const { subComposition, row } = target;
    const sub = ref.app.state.sub(ref.id);
    const lacks = (what: string): unknown => missing.push(`${sub.name}, ${what}`);
    const { values, lacks: ofRow, isLinked } = row ? links.rowValues({ subComposition, row }, target.values) : wholeRow;
    const why = ofRow.map((one) => texts.cues.ofGraphic(sub.name, one));
    if (isLinked) incomplete.push(...why);
    else if (showsWords(target.state)) {
      unlinked.push(...why);
      return [];
    }
    if (row) rows.push({ subComposition, row, values });
    const serviceNow = now === undefined ? undefined : now + (ref.app.clockAhead ?? 0);
    return [{ ...ref, item: targetItem(target, { sub, fromRow: values, now: serviceNow, lacks }) }];
  });
  const some = parts.filter(({ item }) => item.payload ?? item.commands ?? item.state);
  const requests = [...Map.groupBy(some, ({ app }) => app)].map(([app, own]): [OpenApp, Request] => {
    const items = own.map(({ item }) => item);
    return [app, cueRequest(texts.cues.asAction(captionOf(cue)), items)];
  });
  return { requests: new Map(requests), missing, unreached, incomplete, unlinked, rows };
}

/** Sends the values of a cue to its targets on air, one request per app instance. */
export function valuesRequest(cue: Captioned, targets: readonly CueTarget[], apps: OpenApps): StepRequest['requests'] {
  const values = targets.map(({ state: _, row: __, ...target }): CueTarget => ({ ...target, commands: {} }));
  const { requests } = requestOf(cue, { targets: values }, { apps, links: { rowValues: () => wholeRow } });
  return new Map(
    [...requests].map(([app, { items }]) => {
      return [app, { kind: 'values', purpose: 'cue', action: texts.cues.updateAction(captionOf(cue)), items }];
    }),
  );
}

export function outRequest(cue: Captioned, targets: readonly { id: string; action: AnimationAction }[]): Request {
  const items = targets.map(({ id, action }): OperationItem => ({ id, ...stateOf({ state: 'Out', action }) }));
  return cueRequest(texts.cues.outAction(captionOf(cue)), items);
}

/** Takes Out what runs of a cue show, or may come to show. */
export function outRequests(cue: Captioned, runs: readonly StepRun[]): StepRequest['requests'] {
  const parts = runs.flatMap((run) => run.parts.filter(({ ownOrAsked }) => ownOrAsked.length > 0));
  return new Map(
    [...Map.groupBy(parts, ({ app }) => app)].map(([app, own]) => {
      const ids = new Map(own.flatMap(({ ownOrAsked }) => ownOrAsked.map((one) => [one.id, one])));
      return [app, outRequest(cue, [...ids.values()])];
    }),
  );
}

/** False for a target that goes Out, which needs no words. */
export const showsWords = (state: CueTarget['state']): boolean => state === undefined || state === 'In';

/** What rows lack of the steps that start together. Throws if the first of them may not be sent. */
export function lacking(cue: Captioned, requests: readonly (StepRequest | undefined)[]): string[] {
  const { unlinked = [] } = requests[0] ?? {};
  if (unlinked.length > 0) throw lacksData(cue, unlinked);
  return requests.flatMap((request) => request?.incomplete ?? []);
}

/** Throws if a step may not be sent, or has targets and sends nothing: they are not reached, or missing, or unchanged. */
export function checkSends(
  cue: Captioned,
  targets: readonly CueTarget[],
  { requests, missing, unreached, unlinked }: StepRequest,
): void {
  if (unlinked.length > 0) throw lacksData(cue, unlinked);
  if (requests.size > 0 || targets.length === 0) return;
  if (unreached.length > 0) throw new OverlayError('not-connected');
  const caption = captionOf(cue);
  const gone = texts.cues.notInShow(caption);
  const empty = texts.cues.changesNothing(caption);
  throw new OverlayError('call-invalid', missing.length > 0 ? gone : empty);
}

/** Throws the refusal that a press of the step gets at once. A step with a delay is sent later. */
export function checkPress(cue: Cue, step: number, requests: readonly StepRequest[]): void {
  lacking(cue, requests);
  const [request] = requests;
  const { targets = [], delay = 0 } = cue.steps[step] ?? {};
  if (request && delay === 0) checkSends(cue, targets, request);
}

export function lacksData(cue: Captioned, incomplete: readonly string[]): OverlayError {
  return new OverlayError('press-refused', texts.cues.rowIncomplete(captionOf(cue), incomplete.join(' ')));
}

function cueRequest(action: string, items: OperationItem[]): Request {
  return { kind: 'take', purpose: 'cue', action, items };
}

interface Met {
  sub: SubState;
  fromRow: Payload;
  /** By the service's clock. */
  now: number | undefined;
  lacks(what: string): void;
}

function targetItem(target: CueTarget, { sub, fromRow, now, lacks }: Met): OperationItem {
  const { item, fields, payload: present } = sub;
  const payload: Payload = { ...fromRow };
  for (const [id, value] of Object.entries(target.values)) {
    const field = fields.get(id);
    const isTimer = field?.type === 'timecontrol';
    if (isTimer && now === undefined) continue;
    const given = isTimer ? timerSetTo(value, { command: ownOf(target.commands, id), now: now ?? 0 }) : value;
    const checked = field && canonicalValue(field, given, { present: ownOf(present, id), now: now ?? 0 });
    if (checked?.ok) payload[id] = checked.value;
    else lacks(texts.cues.field(field?.title ?? id));
  }
  const commands: NonNullable<OperationItem['commands']> = {};
  for (const [id, command] of Object.entries(target.commands)) {
    const field = fields.get(id);
    const type = command === 'execute' ? 'button' : 'timecontrol';
    // The value of a timer says both.
    if (Object.hasOwn(target.values, id)) continue;
    if (field?.type === type) commands[id] = command === 'execute' ? command : { command };
    else lacks(texts.cues.part[type](field?.title ?? id));
  }
  // The root of a show has no state.
  const stated = target.state !== undefined && item.state !== undefined;
  if (target.state && !stated) lacks(texts.cues.stateWord);
  return {
    id: item.id,
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(Object.keys(commands).length > 0 && { commands }),
    ...(stated && stateOf(target)),
  };
}

/** A time as typed, such as `45:00`. The timer runs from there if the command lets it run, else it stands there. */
function timerSetTo(value: Value, { command, now }: { command: CueCommand | undefined; now: number }): Value {
  const time = typeof value === 'string' ? typedTime(value) : undefined;
  return time === undefined ? value : { UTC: now, isRunning: command === 'play' || command === 'start', value: time };
}

function stateOf({ state, action }: Pick<CueTarget, 'state' | 'action'>): Pick<OperationItem, 'state' | 'action'> {
  return { state, ...(action === 'jump' && { action }) };
}

export function hasRows({ cue, step }: StepPlace): boolean {
  return cue.steps[step]?.targets.some(({ row }) => row !== undefined) ?? false;
}

/** The targets and rows of the app instances that were sent their part. */
export function reached<Row extends CueRow>(
  sent: readonly Sent[],
  targets: readonly CueTarget[],
  rows: readonly Row[],
): [CueTarget[], Row[]] {
  const refused = new Set(sent.flatMap(({ app, error }) => (error ? app : [])));
  const isSent = ({ subComposition }: { subComposition: string }): boolean =>
    !refused.has(parseAddress(subComposition).app);
  return [targets.filter(isSent), rows.filter(isSent)];
}
