import process from 'node:process';
import { startDesk } from '../../test/kit/desk/running-desk.ts';
import { moment } from './moments.ts';
import { connectTo } from './services.ts';

/**
 * A desk in a process of its own, that controls the first app of a service: `URL TOKEN NAME`. It tells each confirmed state
 * of the sub-composition with this name that is another one than before, and takes it out when it is told to.
 */

/** A state that its screen shows, when that was by the clock of all, and when it was asked for here at the latest. */
export interface Heard {
  state: string;
  at: number;
  pressed: number;
}

const [url = '', token = '', name = ''] = process.argv.slice(2);
const desk = await startDesk();
const app = { id: 1, name: 'News', token, onairUrl: url };
await connectTo(desk, { ready: { ready: true, url, mediaUrl: url, apps: [app] } });
await desk.screen.call('setGuardTime', { milliseconds: 0 });
const id = desk.id(name);
let state = desk.view.subs[id]?.state ?? '';
let pressed = NaN;

desk.screen.on('changed', ({ subs }) => {
  const shown = subs?.[id];
  if (!shown || shown.requested !== null || shown.state === state) return;
  state = shown.state;
  const heard: Heard = { state, at: moment(), pressed };
  process.send?.(heard);
});
process.on('message', () => {
  pressed = moment();
  void desk.screen.call('do', { action: { do: 'take', subComposition: id, to: 'Out1', action: 'jump' } });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
