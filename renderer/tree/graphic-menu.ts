import { tick } from 'svelte';
import type { MenuCommand, RowMenu } from '../menu/context-menu.svelte.ts';
import type { Shared } from '../state/context.ts';
import { TakeCommands } from '../take/take-commands.ts';
import { texts } from '../texts/texts.ts';

/** The menu of a row of the tree; undefined for a row without a graphic. */
export function graphicMenu(all: Shared, id: string): RowMenu | undefined {
  const { desk } = all;
  const node = desk.node(id);
  if (!node) return undefined;
  const { takeIn, takeOuts, update, cue } = new TakeCommands(all, node);
  const keyOf = (does: 'update' | 'cue'): string | undefined =>
    desk.keyFor((action) => action.do === does && action.subComposition === id);
  const takes = node.state === undefined ? [] : [takeIn, ...takeOuts];
  const cues = node.state === undefined ? [] : [{ ...cue, key: keyOf('cue') }];
  const { locked } = desk.lock;
  return {
    name: desk.nameOf(id),
    tally: node.state === undefined ? undefined : desk.tally(id),
    note: locked ? texts.cues.showLocked : undefined,
    groups: [
      [...takes, { ...update, key: keyOf('update') }],
      [...cues, ...(locked ? [] : edits(all, id))],
    ],
  };
}

function edits({ armed, cueList, desk, pages }: Shared, id: string): MenuCommand[] {
  const { addCue } = texts.cues;
  const { keys, mapKey } = texts.keys;
  const add = (): void => {
    pages.go('rundown');
    void tick().then(() => cueList.onAdd());
  };
  const map = (): void => {
    pages.parts.get(keys)?.();
    armed.asksForKey = true;
  };
  return [
    {
      caption: addCue,
      name: texts.common.of(addCue, desk.nameOf(id)),
      detail: cueList.rundown?.name,
      press: () => add,
    },
    { caption: mapKey, name: mapKey, press: () => map },
  ];
}
