import './link/jitless.ts';
import { mount } from 'svelte';
import { deskDial } from './link/desk-pipe.ts';
import { type LinkEnd, stayLinked } from './link/stay-linked.ts';
import Screen from './Screen.svelte';
import { Panics } from './panic/panics.svelte.ts';
import { Alerts } from './alerts/alerts.svelte.ts';
import { CueList } from './cues/cue-list.svelte.ts';
import { ShowFileSheet } from './show-file/show-file.svelte.ts';
import { IngestSheet } from './cues/ingest.svelte.ts';
import { DataList } from './data/data-list.svelte.ts';
import { ScreenClock } from './state/clock.svelte.ts';
import { DeskClient } from './state/desk.svelte.ts';
import type { Shared } from './state/context.ts';
import { KeyboardLayout } from './keys/keyboard-layout.svelte.ts';
import { PageFollowing } from './keys/page-following.svelte.ts';
import { Drafts } from './fields/drafts.svelte.ts';
import { NextPreview } from './preview/next-preview.svelte.ts';
import { Pages } from './state/pages.svelte.ts';
import { ScreenFaults } from './state/screen-faults.ts';
import { Arrangement } from './state/arrangement.svelte.ts';
import { Selection } from './state/selection.svelte.ts';
import { Workshop } from './workshop/state/workshop.svelte.ts';

const alerts = new Alerts();
// Milliseconds since the epoch, unaffected by changes to the machine's clock.
const clock = new ScreenClock(() => performance.timeOrigin + performance.now());
const keyboard = new KeyboardLayout(navigator, 'deskPipe' in window);
const desk = new DeskClient(clock, alerts, keyboard);
const workshop = new Workshop(desk);
const pages = new Pages(window);
const panics = new Panics(desk);
const arrangement = new Arrangement(desk);
const cueList = new CueList(desk, arrangement);
const selection = new Selection(desk);
const faults = new ScreenFaults(desk, alerts);
const shared: Shared = {
  desk,
  clock,
  alerts,
  faults,
  keyboard,
  pages,
  panics,
  workshop,
  selection,
  arrangement,
  drafts: new Drafts(),
  cueList,
  dataList: new DataList(desk),
  ingest: new IngestSheet(desk, alerts, cueList),
  showFile: new ShowFileSheet(desk, arrangement),
  pageFollowing: new PageFollowing(),
  preview: new NextPreview(selection, pages, cueList),
};
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
