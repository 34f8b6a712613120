import { texts } from '../../contract/texts/texts.ts';
import { isPress } from '../../contract/model/canonical-value.ts';
import { type AnimationAction, storedState, type StoredState } from '../../contract/model/animation-state.ts';
import { type ButtonPress, type Field, holdsValue, type Payload, type Value } from '../../contract/model/field.ts';
import { showsSame, valueAt } from '../app/same-shown.ts';
import type { OperationItem, Outcome } from '../app/operation.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { SubState } from '../app/confirmed.ts';
import type { AppPair, PairedApp } from './paired-apps.ts';
import { ownOf } from '../../contract/own.ts';
import { captions } from '../../contract/words/words.ts';

/** The changes that align a sub-composition on the other side. */
export interface SubDrift {
  id: string;
  name: string;
  state?: StoredState;
  /** Times use the clock of the receiving service. */
  payload: Payload;
  presses: string[];
  titles: string[];
}

export function namesFields({ payload, presses }: SubDrift): boolean {
  return Object.keys(payload).length > 0 || presses.length > 0;
}

/** Of sub-compositions that only one side has, sending repairs one thing: the receiver's go Out. */
export function findDrift(from: PairedApp, to: PairedApp, ids: Iterable<string>): SubDrift[] {
  const found: SubDrift[] = [];
  for (const id of ids) {
    const difference = driftOf(id, from, to);
    if (difference) found.push(difference);
  }
  return found;
}

/** Restates the state and fields of unfinished requests, because they may still change the receiver. */
export function restated(id: string, { from, to }: AppPair): SubDrift | undefined {
  const [wanted, present, underWay] = [from.get(id), to.get(id), to.underWay(id)];
  if (!present || underWay.length === 0) return undefined;
  if (!wanted) return underWay.some(({ state }) => state === 'In') ? leftThere(present, { from, to }, true) : undefined;
  const one = driftOf(id, from, to) ?? { id, name: wanted.name, payload: {}, presses: [], titles: [] };
  // A request that runs later would press twice.
  const pressed = (field: string): boolean =>
    underWay.some(({ commands = {} }) => ownOf(commands, field) === 'execute');
  one.presses = one.presses.filter((field) => !pressed(field));
  const fields = [...wanted.fields.values()].filter((field) => carries(field, present.fields));
  for (const field of fields.filter((each) =>
    underWay.some(({ payload, commands }) => Object.hasOwn({ ...payload, ...commands }, each.id)),
  )) {
    const value = ownOf(wanted.payload, field.id);
    if (value === undefined || isPress(value) || Object.hasOwn(one.payload, field.id)) continue;
    one.payload[field.id] = valueAt(value, from, to);
    one.titles.push(field.title);
  }
  const stated =
    wanted.reported && wanted.item.state !== undefined && underWay.some(({ state }) => state !== undefined);
  return stated ? { ...one, state: storedState(wanted.state, present.item.secondTimeline) } : one;
}

function driftOf(id: string, from: PairedApp, to: PairedApp): SubDrift | undefined {
  const [wanted, present] = [from.get(id), to.get(id)];
  if (!present) return undefined;
  if (!wanted) return leftThere(present, { from, to });
  const tolerance = to.accuracy + from.accuracy;
  const payload: Payload = {};
  const presses: string[] = [];
  const titles: string[] = [];
  for (const field of wanted.fields.values()) {
    const value = ownOf(wanted.payload, field.id);
    if (value === undefined || !carries(field, present.fields)) continue;
    const there = valueAt(value, from, to);
    const other = ownOf(present.payload, field.id);
    const isLacking = isPress(there)
      ? lacksPress([there, other], { tolerance, now: to.now })
      : !showsSame([value, from], [other, to]);
    if (!isLacking) continue;
    // Only a new press works: a service ignores a written press time.
    if (isPress(there)) presses.push(field.id);
    else payload[field.id] = there;
    titles.push(field.title);
  }
  const state = stateThere(wanted, present);
  if (state === undefined && titles.length === 0) return undefined;
  return { id, name: wanted.name, payload, presses, titles, ...(state && { state }) };
}

/**
 * Out for what only the receiver has, of a composition that both have. `isIn`: there, or as soon as a request there has
 * run.
 */
function leftThere(present: SubState, { from, to }: AppPair, isIn = present.state === 'In'): SubDrift | undefined {
  const { id } = present.item;
  if (!isIn || !present.reported || present.item.state === undefined) return undefined;
  const isShared = to.model.some((root) => from.get(root.id) && [...preOrder([root])].some((one) => one.id === id));
  return isShared ? { id, name: present.name, payload: {}, presses: [], titles: [], state: 'Out1' } : undefined;
}

/** The names of what is In in a composition that both have, and that the receiver does not have. */
export function onlyIn({ from, to }: AppPair): string[] {
  const shared = from.model.filter(({ id }) => to.get(id));
  return [...preOrder(shared)].flatMap(({ id }) => {
    const sub = from.get(id);
    return sub?.state === 'In' && !to.get(id) ? sub.name : [];
  });
}

type Stated = Pick<NonNullable<ReturnType<PairedApp['get']>>, 'item' | 'state' | 'reported'>;

/** The root of a show has no state; an unreported state is not copied. */
function stateThere(wanted: Stated, present: Stated): StoredState | undefined {
  if (wanted.item.state === undefined || present.item.state === undefined) return undefined;
  if (!wanted.reported || !present.reported) return undefined;
  const state = storedState(wanted.state, present.item.secondTimeline);
  return state === present.state ? undefined : state;
}

/** Presses older than this (ms) are not copied: a late sting is worse than none. */
const pressTooOld = 2_000;

/** `now` and the press use the same clock. */
function lacksPress(
  [press, other]: [ButtonPress, Value | undefined],
  { tolerance, now }: { tolerance: number; now: number },
): boolean {
  const known = isPress(other) ? other.ts : 0;
  return press.ts > known + tolerance && now - press.ts <= pressTooOld;
}

/** One atomic request. Outs come first, because the In of a logic layer must win. */
export function repairItems(found: readonly SubDrift[], action: (id: string) => AnimationAction): OperationItem[] {
  const last = (one: SubDrift): number => (one.state === 'In' ? 1 : 0);
  return found
    .toSorted((one, other) => last(one) - last(other))
    .map(({ id, state, payload, presses }) => ({
      id,
      ...(Object.keys(payload).length > 0 && { payload }),
      ...(presses.length > 0 && { commands: Object.fromEntries(presses.map((field) => [field, 'execute'])) }),
      ...(state && { state, action: action(id) }),
    }));
}

export function driftInWords(found: readonly SubDrift[], { from, to }: AppPair): string[] {
  return found.flatMap(({ id, name, state, titles }) => [
    ...(state
      ? [
          texts.backup.otherState(
            name,
            texts.backup.stateIn(shown(to.get(id)?.state), to.name),
            texts.backup.stateIn(shown(state), from.name),
          ),
        ]
      : []),
    ...(titles.length > 0 ? [texts.backup.otherValues(name, titles, to.name)] : []),
  ]);
}

function shown(state: StoredState | undefined): string {
  return captions.states[state === 'In' ? 'In' : 'Out'];
}

export function withoutValues({ state, ...rest }: SubDrift): SubDrift[] {
  return state ? [{ ...rest, state, payload: {}, presses: [], titles: [] }] : [];
}

/** The service understood and refused, so repeating is useless. */
export function isRefusal(outcome: Outcome): boolean {
  return outcome.result === 'failed' && outcome.error.becomes === 'refused';
}

/** Parts that only one model has cannot be mirrored. Nothing differs from an app that did not report its show yet. */
export function modelDrift(from: PairedApp, to: PairedApp): string[] {
  if (from.model.length === 0) return [];
  const [wanted, present] = [[...preOrder(from.model)], [...preOrder(to.model)]];
  const shared = wanted.filter(({ id }) => to.get(id));
  if (shared.length === 0) return [texts.backup.otherContent(capital(to.name))];
  const lacks = wanted.filter(({ id }) => !to.get(id));
  const more = present.filter(({ id }) => !from.get(id));
  return [
    ...lacks.map(({ name }) => texts.backup.lacksGraphic(capital(to.name), name)),
    ...more.map(({ name }) => texts.backup.extraGraphic(capital(to.name), name, from.name)),
    ...shared.flatMap(({ id }) => fieldDrift(id, from, to)),
  ];
}

function fieldDrift(id: string, from: PairedApp, to: PairedApp): string[] {
  const [wanted, present] = [from.get(id), to.get(id)];
  if (!wanted || !present) return [];
  const { name, logicLayer } = wanted.item;
  const drift: string[] = [];
  if (name !== present.item.name) drift.push(texts.backup.otherGraphicName(name, present.item.name, to.name));
  if (logicLayer?.name !== present.item.logicLayer?.name) drift.push(texts.backup.otherLayer(name, to.name));
  if (wanted.item.secondTimeline !== present.item.secondTimeline) drift.push(texts.backup.otherOuts(name, to.name));
  for (const field of wanted.fields.values()) {
    const other = present.fields.get(field.id);
    if (!other) drift.push(texts.backup.lacksField(name, field.title, to.name));
    else if (other.type !== field.type)
      drift.push(texts.backup.otherFieldType(`${name}, ${field.title}`, other.type, to.name));
  }
  return drift;
}

function carries(field: Field, to: ReadonlyMap<string, Field>): boolean {
  return holdsValue(field) && to.get(field.id)?.type === field.type;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
