import { createContext } from 'svelte';
import type { Arrangement } from './arrangement.svelte.ts';
import type { Alerts } from '../alerts/alerts.svelte.ts';
import type { CueList } from '../cues/cue-list.svelte.ts';
import type { ShowFileSheet } from '../show-file/show-file.svelte.ts';
import type { IngestSheet } from '../cues/ingest.svelte.ts';
import type { DataList } from '../data/data-list.svelte.ts';
import type { ScreenClock } from './clock.svelte.ts';
import type { DeskClient } from './desk.svelte.ts';
import type { Panics } from '../panic/panics.svelte.ts';
import type { Workshop } from '../workshop/state/workshop.svelte.ts';
import type { Drafts } from '../fields/drafts.svelte.ts';
import type { KeyboardLayout } from '../keys/keyboard-layout.svelte.ts';
import type { PageFollowing } from '../keys/page-following.svelte.ts';
import type { NextPreview } from '../preview/next-preview.svelte.ts';
import type { Pages } from './pages.svelte.ts';
import type { ScreenFaults } from './screen-faults.ts';
import type { Selection } from './selection.svelte.ts';

export interface Shared {
  desk: DeskClient;
  clock: ScreenClock;
  selection: Selection;
  arrangement: Arrangement;
  cueList: CueList;
  ingest: IngestSheet;
  showFile: ShowFileSheet;
  dataList: DataList;
  drafts: Drafts;
  faults: ScreenFaults;
  keyboard: KeyboardLayout;
  pageFollowing: PageFollowing;
  panics: Panics;
  alerts: Alerts;
  pages: Pages;
  preview: NextPreview;
  workshop: Workshop;
}

/** `share` provides them at the root of the screen; `shared` reads them in a component. */
export const [shared, share] = createContext<Shared>();
