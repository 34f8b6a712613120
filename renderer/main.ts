import './link/jitless.ts';
import { mount } from 'svelte';
import { deskDial } from './link/desk-pipe.ts';
import { stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { linkEndOf, newShared } from './state/context.ts';
import { readTheme } from './state/theme.svelte.ts';

readTheme(window);
const shared = newShared(window);
const { clock, faults, keyboard, workshopDoor } = shared;

window.addEventListener('error', (event) => void faults.report(event.error ?? event.message));
window.addEventListener('beforeunload', (event) => {
  if (workshopDoor.unsaved) event.preventDefault();
});
window.addEventListener('unhandledrejection', (event) => void faults.report(event.reason));

void keyboard.read();
window.addEventListener('focus', () => void keyboard.read());
clock.run();
mount(Screen, { target: document.querySelector('#screen') ?? document.body, props: { shared } });
const [dial, end] = [deskDial(window), linkEndOf(shared)];
/** A reload is the same screen, and its words are its own. */
const nameKey = 'screen';
void stayLinked(
  (before) => dial(before ?? sessionStorage.getItem(nameKey) ?? undefined),
  {
    ...end,
    linked: (client, view) => {
      sessionStorage.setItem(nameKey, view.screen);
      end.linked(client, view);
    },
  },
  (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
);
