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
import { texts } from './texts/texts.ts';

const words = texts.screen;

interface PaneContent {
  name(): string;
  content: Component;
}

interface Panes {
  /** The page's left side shares this width. */
  side: Exclude<Side, 'right'>;
  left: PaneContent;
  below: PaneContent;
  right: PaneContent;
}

/** The layout of each page. The workshop covers the panes of the show. */
export const pageLayouts = {
  show: {
    side: 'show',
    left: { name: () => texts.tree.subCompositions, content: Tree },
    below: { name: () => words.take, content: Take },
    right: { name: () => words.fields, content: Fields },
  },
  rundown: {
    side: 'rundown',
    left: { name: () => texts.state.pages.rundown, content: Rundown },
    below: { name: () => texts.cues.go, content: GoBar },
    right: { name: () => texts.find.kinds.cue, content: CueEditor },
  },
  data: {
    side: 'data',
    left: { name: () => texts.data.sources, content: SourceList },
    below: { name: () => texts.data.rows, content: SourceRows },
    right: { name: () => texts.data.source, content: ChosenSource },
  },
  workshop: null,
} satisfies Record<Page, Panes | null>;
