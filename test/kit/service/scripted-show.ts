import type { ControlItem, ModelItem } from '../../../contract/model/control.ts';
import type { Field } from '../../../contract/model/field.ts';
import { showVersion } from '../../../contract/desk-api/show-file.ts';
import { openDesk } from '../../../desk/desk.ts';
import { memorySettings, memoryShow, modelItem, ScriptedPorts, snapshot } from '../desk/scripted-ports.ts';
import { watchDesk } from '../desk/watching-screen.ts';

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  id,
  title: id,
  type,
  defaultValue: '',
  resetValue: '',
  immediateUpdate: false,
  index: 0,
  ...more,
});

/** A lower third with two out states, words, a number and a button. */
export const third = modelItem({
  id: 'third',
  name: 'Lower Third',
  state: 'Out1',
  secondTimeline: true,
  model: [field('line1', 'text'), field('score', 'number', { immediateUpdate: true }), field('flash', 'button')],
});
/** A bug with a number. */
export const bug = modelItem({
  id: 'bug',
  name: 'Bug',
  state: 'Out',
  model: [field('score', 'number', { immediateUpdate: true })],
});
/** The show of both. */
export const show: ModelItem[] = [modelItem({ id: 'root', name: 'Show', subcompositions: [third, bug] })];

/** What the service holds of a sub-composition. */
export const held = (id: string, state: ControlItem['state'], payload: ControlItem['payload'] = {}): ControlItem => ({
  subCompositionId: id,
  subCompositionName: id,
  mainComposition: id === 'root',
  state,
  payload,
});

/** A desk on a scripted world with one screen watching. */
export async function openShow(ports = new ScriptedPorts()) {
  const desk = openDesk(ports);
  return { ports, desk, ...(await watchDesk(desk)) };
}

/** The same on a live service, with the old words in the lower third. */
export async function openLiveShow(ports = new ScriptedPorts(), tokens = ['tok']) {
  const opened = await openShow(ports);
  await ports.serviceReady(4000, tokens);
  await ports.hear(snapshot(show, [held('third', 'Out1', { line1: 'Old' })]), tokens[0]);
  return opened;
}

/** The world of a desk whose show has these looks. */
export function portsWithLooks(looks: unknown[], settings: Record<string, unknown>): ScriptedPorts {
  const show = looks.length > 0 ? memoryShow({ version: showVersion, looks }) : undefined;
  return new ScriptedPorts(memorySettings({ version: 1, ...settings }), undefined, show);
}

/** A desk that controls the same show in two apps of its service, whose tokens are `one` and `two`. */
export async function openTwoApps(settings: Record<string, unknown> = {}, looks: unknown[] = []) {
  const connections = [{ kind: 'embedded', id: 'embedded', name: 'This desk', apps: [1, 2] }];
  const ports = portsWithLooks(looks, { connections, ...settings });
  const opened = await openShow(ports);
  await ports.serviceReady(4000, ['one', 'two']);
  for (const token of ['one', 'two']) await ports.hear(snapshot(show, [], 1), token);
  return opened;
}
