import { createContext } from 'svelte';
import { Panics } from '../panic/panics.svelte.ts';
import { Alerts } from '../alerts/alerts.svelte.ts';
import { CueList } from '../cues/cue-list.svelte.ts';
import { ShowFileSheet } from '../show-file/show-file.svelte.ts';
import { IngestSheet } from '../cues/ingest.svelte.ts';
import type { LinkEnd } from '../link/stay-linked.ts';
import { DataList } from '../data/data-list.svelte.ts';
import { ScreenClock } from './clock.svelte.ts';
import { DeskClient } from './desk.svelte.ts';
import { ArmedKeyboard } from '../keys/armed-keyboard.svelte.ts';
import { ContextMenu } from '../menu/context-menu.svelte.ts';
import { KeyboardLayout } from '../keys/keyboard-layout.svelte.ts';
import { PageFollowing } from '../keys/page-following.svelte.ts';
import { Drafts } from '../fields/drafts.svelte.ts';
import { NextPreview } from '../preview/next-preview.svelte.ts';
import { Pages } from './pages.svelte.ts';
import { ScreenFaults } from './screen-faults.ts';
import { Arrangement } from './arrangement.svelte.ts';
import { Selection } from './selection.svelte.ts';
import { WorkshopDoor } from '../workshop/door.svelte.ts';

export function newShared(page: Window) {
  const alerts = new Alerts();
  // Milliseconds since the epoch, unaffected by changes to the machine's clock.
  const clock = new ScreenClock(() => performance.timeOrigin + performance.now());
  const keyboard = new KeyboardLayout(page.navigator, 'deskPipe' in page);
  const desk = new DeskClient(clock, alerts, keyboard);
  const workshopDoor: Readonly<WorkshopDoor> = new WorkshopDoor(desk, page);
  const pages = new Pages(page);
  const panics = new Panics(desk);
  const arrangement = new Arrangement(desk);
  const cueList = new CueList(desk, arrangement);
  const selection = new Selection(desk, page.sessionStorage);
  const faults = new ScreenFaults(desk, alerts);
  const dataList: Readonly<DataList> = new DataList(desk);
  const ingest: Readonly<IngestSheet> = new IngestSheet(desk, alerts, cueList);
  const showFile: Readonly<ShowFileSheet> = new ShowFileSheet(desk, arrangement);
  return {
    desk,
    clock,
    alerts,
    faults,
    keyboard,
    armed: new ArmedKeyboard(),
    menu: new ContextMenu(),
    pages,
    panics,
    workshopDoor,
    get workshop() {
      return workshopDoor.workshop;
    },
    selection,
    arrangement,
    drafts: new Drafts(),
    cueList,
    dataList,
    ingest,
    showFile,
    pageFollowing: new PageFollowing(),
    preview: new NextPreview(selection, pages, cueList),
  };
}
export type Shared = ReturnType<typeof newShared>;

export function linkEndOf({ desk, panics }: Shared): LinkEnd {
  return {
    linked: (client, view) => {
      desk.linked(client, view);
      panics.readLog(view.asRun);
    },
    changed: (change) => {
      desk.changed(change);
      if (change.asRun || change.recorded) panics.readLog(desk.asRun);
    },
    keyRefused: (refusal) => desk.keyRefused(refusal),
    gone: (refused) => desk.gone(refused),
  };
}

/** `share` provides it at the root of the screen; `shared` reads it in a component. */
export const [shared, share] = createContext<Shared>();
