import './link/jitless.ts';
import { mount } from 'svelte';
import { wayToDesk } from './link/desk-pipe.ts';
import { stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { Alerts } from './state/alerts.svelte.ts';
import { Clock } from './state/clock.svelte.ts';
import { Desk } from './state/desk.svelte.ts';
import { Drafts } from './state/drafts.svelte.ts';
import { Pages } from './state/pages.svelte.ts';
import { Selection } from './state/selection.svelte.ts';
import { Workshop } from './workshop/state/workshop.svelte.ts';

const alerts = new Alerts();
// Milliseconds since the epoch that never step when the machine's clock is set.
const clock = new Clock(() => performance.timeOrigin + performance.now());
const desk = new Desk(clock, alerts);
const workshop = new Workshop({
  service: (endpoint, asked) => desk.service(endpoint, asked),
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  uuid: () => crypto.randomUUID(),
});
const pages = new Pages(window);
const shared = { desk, clock, alerts, pages, workshop, selection: new Selection(desk), drafts: new Drafts() };

const fault = (reason: unknown): void => alerts.raise(`Fault in this screen: ${String(reason)}`);
window.addEventListener('error', (event) => fault(event.message));
window.addEventListener('beforeunload', (event) => {
  if (workshop.unsaved) event.preventDefault();
});
window.addEventListener('unhandledrejection', (event) => fault(event.reason));

clock.run();
mount(Screen, { target: document.querySelector('#screen') ?? document.body, props: { shared } });
void stayLinked(wayToDesk(window), desk, {
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
});
