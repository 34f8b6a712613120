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
import { texts } from './texts/texts.ts';

const words = texts.screen;

interface PaneContent {
  name: string;
  content: Component;
}

interface Panes {
  /** The page's left side shares this width. */
  side: Exclude<Side, 'right'>;
  left: PaneContent;
  below: PaneContent;
  right: PaneContent;
}

/** The layout of each page. A page with `over` covers the panes of the show. */
export const pageLayouts = {
  show: {
    side: 'show',
    left: { name: words.subCompositions, content: Tree },
    below: { name: words.take, content: Take },
    right: { name: words.fields, content: Fields },
  },
  rundown: {
    side: 'rundown',
    left: { name: words.rundown, content: Rundown },
    below: { name: words.go, content: GoBar },
    right: { name: words.cue, content: CueEditor },
  },
  data: {
    side: 'data',
    left: { name: words.sources, content: SourceList },
    below: { name: words.rows, content: SourceRows },
    right: { name: words.source, content: ChosenSource },
  },
  workshop: { over: { name: words.workshop, content: Workshop } },
} satisfies Record<Page, Panes | { over: PaneContent }>;
