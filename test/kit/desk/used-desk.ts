import type { DeskApi, DeskView } from '../../../contract/desk-api/desk-api.ts';
import type { LinkClient } from '../../../contract/link/link.ts';
import { preOrder } from '../../../contract/model/control.ts';

/** Whether the demo show of a desk is live. */
export const isLive = (view: DeskView): boolean => view.apps[0]?.connection.status === 'live' && view.model.length > 0;

const lowerThird = ({ model }: DeskView) => [...preOrder(model)].find(({ name }) => name === 'Lower Third');

/** What an operator sees of their work. */
export function workOf(view: DeskView): unknown {
  const { operator, rundowns } = view;
  const third = view.subs[lowerThird(view)?.id ?? ''];
  return { operator, rundowns: rundowns.map(({ name }) => name), third: third?.values, staged: third?.staged };
}

/** A screen on which somebody works. */
export interface Working {
  link: Pick<LinkClient<DeskApi>, 'call'>;
  /** Gives what the screen shows, once it shows what is asked for. */
  until(shows: (view: DeskView) => boolean): Promise<DeskView>;
}

/** Uses a desk that is new: settings, show, what is prepared, and the database of its service. Gives {@link workOf} it. */
export async function useDesk({ link, until }: Working): Promise<unknown> {
  const { id = '', model = [] } = lowerThird(await until(isLive)) ?? {};
  const field = model.find(({ type }) => type === 'text')?.id ?? '';
  const set = (value: string) => link.call('do', { action: { do: 'set', subComposition: id, field, value } });
  await link.call('signOn', { name: 'Ada' });
  await link.call('editRundown', { edit: 'addRundown', name: 'Late Edition' });
  await set('Grace Hopper');
  await link.call('do', { action: { do: 'update', subComposition: id }, wait: true });
  await until(({ subs }) => JSON.stringify(subs[id]?.values).includes('Grace Hopper'));
  await set('Not sent yet');
  return workOf(await until(({ subs }) => JSON.stringify(subs[id]?.staged).includes('Not sent yet')));
}
