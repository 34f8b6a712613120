import './link/jitless.ts';
import { mount } from 'svelte';
import { wayToDesk } from './link/desk-pipe.ts';
import { stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { Alerts } from './state/alerts.svelte.ts';
import { Clock } from './state/clock.svelte.ts';
import { Desk } from './state/desk.svelte.ts';
import { Drafts } from './state/drafts.svelte.ts';
import { Selection } from './state/selection.svelte.ts';

const alerts = new Alerts();
// Milliseconds since the epoch that never step when the machine's clock is set.
const clock = new Clock(() => performance.timeOrigin + performance.now());
const desk = new Desk(clock, alerts);
const shared = { desk, clock, alerts, selection: new Selection(desk), drafts: new Drafts() };

const fault = (reason: unknown): void => alerts.raise(`Fault in this screen: ${String(reason)}`);
window.addEventListener('error', (event) => fault(event.message));
window.addEventListener('unhandledrejection', (event) => fault(event.reason));

clock.run();
mount(Screen, { target: document.querySelector('#screen') ?? document.body, props: { shared } });
void stayLinked(wayToDesk(window), desk, {
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
});
