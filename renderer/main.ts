import './link/jitless.ts';
import { mount } from 'svelte';
import { deskDial } from './link/desk-pipe.ts';
import { stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { linkEndOf, newShared } from './state/context.ts';

const shared = newShared(window);
const { clock, faults, keyboard, workshop } = shared;

window.addEventListener('error', (event) => void faults.report(event.error ?? event.message));
window.addEventListener('beforeunload', (event) => {
  if (workshop.unsaved) event.preventDefault();
});
window.addEventListener('unhandledrejection', (event) => void faults.report(event.reason));

void keyboard.read();
window.addEventListener('focus', () => void keyboard.read());
clock.run();
mount(Screen, { target: document.querySelector('#screen') ?? document.body, props: { shared } });
void stayLinked(
  deskDial(window),
  linkEndOf(shared),
  (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
);
