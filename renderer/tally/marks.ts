import { parseAddress } from '../../contract/model/address.ts';
import type { LinkView } from '../../contract/desk-api/data-link.ts';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { FieldEditor } from '../../contract/desk-api/presence.ts';
import { staleText } from '../data/data-words.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import type { Refusal } from '../state/refusals.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.tally;

export interface Mark {
  kind: 'onAir' | 'undrawn' | 'drift' | 'refused' | 'stale' | 'changed' | 'editing' | 'restored' | 'staged';
  word: string;
  by?: string;
  /** The mark in a few words, for the accessible name and the tooltip. */
  description: string;
}

/** What the marks of a sub-composition follow from. `trusted`: its confirmed state can be believed; `stale`: why its live data is late or broken; `undrawn`: why an output page cannot draw it. */
export interface MarkFacts {
  refusal: Refusal | undefined;
  trusted: boolean;
  stale?: string | undefined;
  undrawn?: string | undefined;
  /** The name of this screen: its own cursor is no mark. */
  screen?: string;
}

export function markFacts(desk: DeskClient, id: string): MarkFacts {
  const link = desk.data.link(id);
  const stale = link && (link.stale ? staleSource(desk, id) : followProblem(link));
  const trusted = desk.trusts(id);
  return {
    refusal: desk.refusal(id),
    trusted,
    stale,
    undrawn: trusted ? undrawnIn(desk, id) : undefined,
    screen: desk.screen,
  };
}

function staleSource(desk: DeskClient, id: string): string {
  const source = desk.dataLinks.find(({ subComposition }) => subComposition === id)?.source ?? '';
  return staleText(desk.sources.find((one) => one.id === source)?.name ?? '', desk.data.source(source));
}

/** Why a link that follows its data cannot: its row is gone, or a value is wrong. */
function followProblem({ mode, fields }: LinkView): string | undefined {
  if (mode !== 'live') return undefined;
  return Object.values(fields).flatMap((of) => ('problem' in of ? of.problem : []))[0];
}

/** Skips previews: their picture is not on air. */
function undrawnIn(desk: DeskClient, address: string): string | undefined {
  const { id } = parseAddress(address);
  const pages = desk.appOf(address)?.view.outputs ?? [];
  const failures = pages.flatMap(({ role, failures = [] }) => (role === 'preview' ? [] : failures));
  return failures.find(({ subComposition }) => subComposition === id)?.problem;
}

/** `by`: another screen of this desk, or another desk. */
export function editingMark(by: string): Mark {
  return { kind: 'editing', word: words.editing.word, by, description: words.editing.description(by) };
}

/** The names of the other screens with these cursors; empty for none. */
export function otherHands(editors: readonly FieldEditor[], screen: string): string {
  return [...new Set(editors.map(({ hand }) => hand))].filter((hand) => hand !== screen).join(texts.common.and);
}

/** The screens that type words in these sub-compositions. A take from this screen goes without those words. */
export function typists(views: readonly (SubCompositionView | undefined)[], screen: string): string {
  return otherHands(
    views.flatMap((view) => view?.editors ?? []).filter(({ words }) => words),
    screen,
  );
}

/** Beside a word that is not ON AIR. */
export const onAirMark = (): Mark => ({ kind: 'onAir', ...words.onAir });

/** The most urgent first. */
export function marksOf(
  view: SubCompositionView | undefined,
  { refusal, trusted, stale, undrawn, screen }: MarkFacts,
): Mark[] {
  if (!view) return [];
  const editor = view.holder ?? view.editors?.find(({ hand }) => hand !== screen)?.hand;
  const edits = Object.keys(view.staged).length;
  const marks: (Mark | false | null)[] = [
    trusted && view.tally === 'FAILED' && view.onAir === 'yes' && onAirMark(),
    undrawn !== undefined && { kind: 'undrawn', word: words.undrawn, description: undrawn },
    trusted && view.drift && { kind: 'drift', ...words.drift },
    refusal !== undefined && { kind: 'refused', ...words.refused },
    stale !== undefined && { kind: 'stale', word: texts.data.stale, description: words.stale.description(stale) },
    view.changed && { kind: 'changed', ...words.changed },
    editor !== undefined && editingMark(editor),
    view.restored === true && { kind: 'restored', ...words.restored },
    edits > 0 && { kind: 'staged', word: String(edits), description: words.staged.description(edits) },
  ];
  return marks.filter((mark) => mark !== false && mark !== null);
}
