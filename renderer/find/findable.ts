import { tick } from 'svelte';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { type Cue, cueName } from '../../contract/desk-api/cue.ts';
import type { RundownOutline } from '../../contract/desk-api/cue-members.ts';
import type { Shared } from '../state/context.ts';
import { cueText } from '../cues/cue-words.ts';
import { allPages } from '../state/pages.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.find;

/** Something to go to by its name. Nothing of it takes anything on air. */
export interface Findable {
  id: string;
  kind: 'graphic' | 'cue' | 'page' | 'part';
  name: string;
  /** What else is known of it, and found by. */
  more: string;
  go(): void;
}

/** In the order in which equal finds are listed. */
export function findables({ desk, pages, selection, cueList }: Shared): Findable[] {
  const ofGraphic = ({ id }: ModelItem): Findable => ({
    id,
    kind: 'graphic',
    name: desk.nameOf(id),
    more: texts.tally.words[desk.tally(id)],
    go: () => {
      pages.go('show');
      selection.select(id);
      onItsPage(() => selection.onFound());
    },
  });
  const ofCue = (cue: Cue, rundown: Pick<RundownOutline, 'id' | 'name'>): Findable => ({
    id: `cue ${cue.id}`,
    kind: 'cue',
    name: cueName(cue) || words.noName,
    more: [cueText(cue, (address) => desk.node(address)), rundown.name].filter(Boolean).join(' · '),
    go: () => {
      pages.go('rundown');
      cueList.find = '';
      cueList.show(rundown.id);
      cueList.choose(cue.id);
      onItsPage(() => cueList.onFound(cue.id));
    },
  });
  const activeFirst = desk.rundowns.toSorted(
    (one, other) => Number(other.id === desk.activeRundown) - Number(one.id === desk.activeRundown),
  );
  const cuesOf = (rundown: RundownOutline): Cue[] =>
    rundown.groups.flatMap(({ cues }) => cues.flatMap((id) => desk.cues.get(id) ?? []));
  return [
    // Graphics have a state; the root of a show has none.
    ...[...preOrder(desk.model)].filter(({ state }) => state !== undefined).map(ofGraphic),
    ...activeFirst.flatMap((rundown) => cuesOf(rundown).map((cue) => ofCue(cue, rundown))),
    ...allPages.map((page) => plain('page', texts.state.pages[page], () => pages.go(page))),
    ...[...pages.parts].map(([name, open]) => plain('part', name, open)),
  ];
}

/** The list of the page is there one tick after the page is shown. */
const onItsPage = (run: () => void): void => void tick().then(run);

const plain = (kind: 'page' | 'part', name: string, go: () => void): Findable => {
  return { id: `${kind} ${name}`, kind, name, more: '', go };
};

export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Each typed word is in the name or in what else is known. Names that begin with the text come first. */
export function found<Found extends Pick<Findable, 'name' | 'more'>>(
  all: readonly Found[],
  text: string,
  most: number,
): Found[] {
  const parts = wordsIn(text);
  const rank = ({ name, more }: Found): number => {
    const [inName, inAll] = [name.toLowerCase(), `${name} ${more}`.toLowerCase()];
    if (!parts.every((part) => inAll.includes(part))) return -1;
    if (inName.startsWith(parts.join(' '))) return 0;
    return parts.every((part) => inName.includes(part)) ? 1 : 2;
  };
  const ranked = all.map((one) => ({ one, at: rank(one) })).filter(({ at }) => at >= 0);
  return ranked
    .toSorted((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);
}
