import type { Component } from 'svelte';
import type { Side } from '../contract/desk-api/layout.ts';
import CueEditor from './cues/CueEditor.svelte';
import GoBar from './cues/GoBar.svelte';
import Rundown from './cues/Rundown.svelte';
import ChosenSource from './data/ChosenSource.svelte';
import SourceList from './data/SourceList.svelte';
import SourceRows from './data/SourceRows.svelte';
import Fields from './fields/Fields.svelte';
import type { Page } from './state/pages.svelte.ts';
import Take from './take/Take.svelte';
import Tree from './tree/Tree.svelte';
import Workshop from './workshop/Workshop.svelte';

/** What a pane shows, and its accessible name. */
interface PaneContent {
  name: string;
  content: Component;
}

/** The panes around the program. */
interface Panes {
  /** Whose width the left side has. */
  side: Exclude<Side, 'right'>;
  left: PaneContent;
  below: PaneContent;
  right: PaneContent;
}

/** What each page shows. A page with `over` covers the panes of the show. */
export const pageLayouts = {
  show: {
    side: 'show',
    left: { name: 'Sub-compositions', content: Tree },
    below: { name: 'Take', content: Take },
    right: { name: 'Fields', content: Fields },
  },
  rundown: {
    side: 'rundown',
    left: { name: 'Rundown', content: Rundown },
    below: { name: 'Go', content: GoBar },
    right: { name: 'Cue', content: CueEditor },
  },
  data: {
    side: 'data',
    left: { name: 'Sources', content: SourceList },
    below: { name: 'Rows', content: SourceRows },
    right: { name: 'Source', content: ChosenSource },
  },
  workshop: { over: { name: 'Workshop', content: Workshop } },
} satisfies Record<Page, Panes | { over: PaneContent }>;
