import './link/jitless.ts';
import { mount } from 'svelte';
import { deskDial } from './link/desk-pipe.ts';
import { type LinkEnd, stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { newShared } from './state/context.ts';

const shared = newShared(window);
const { clock, desk, faults, keyboard, panics, workshop } = shared;
const end: LinkEnd = {
  linked: (client, view) => {
    desk.linked(client, view);
    panics.readLog(view.asRun);
  },
  changed: (change) => {
    desk.changed(change);
    if (change.asRun || change.recorded) panics.readLog(desk.asRun);
  },
  keyRefused: (refusal) => desk.keyRefused(refusal),
  gone: () => desk.gone(),
};

window.addEventListener('error', (event) => void faults.report(event.error ?? event.message));
window.addEventListener('beforeunload', (event) => {
  if (workshop.unsaved) event.preventDefault();
});
window.addEventListener('unhandledrejection', (event) => void faults.report(event.reason));

void keyboard.read();
window.addEventListener('focus', () => void keyboard.read());
clock.run();
mount(Screen, { target: document.querySelector('#screen') ?? document.body, props: { shared } });
void stayLinked(deskDial(window), end, (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
