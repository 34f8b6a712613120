import { texts } from '../../../contract/texts/texts.ts';
import { expect, it } from 'vitest';
import type { LogicLayer } from '../../../contract/model/control.ts';
import { modelDrift } from '../../../desk/backup/drift.ts';
import type { PairedApp } from '../../../desk/backup/paired-apps.ts';
import { modelItem } from '../../kit/desk/scripted-ports.ts';

/** A side of a pair with one sub-composition, which is in this layer. */
function side(name: string, logicLayer: LogicLayer): PairedApp {
  const item = modelItem({ id: 'third', name: 'Lower Third', state: 'Out', logicLayer });
  const sub = { item, name: item.name, fields: new Map(), state: 'Out1', reported: true, payload: {} } as const;
  return { name, model: [item], get: () => sub, underWay: () => [], ahead: 0, accuracy: 0, now: 0 };
}

it('logic layers are compared by their names, because a tag is only a color', () => {
  const layer: LogicLayer = { name: 'Main', delay: 'none', tag: 'red' };
  const main = side('the main', layer);
  expect(modelDrift(main, side('the backup', { ...layer, tag: 'blue' }))).toEqual([]);
  expect(modelDrift(main, side('the backup', { ...layer, name: 'Other' }))).toEqual([
    texts.backup.otherLayer('Lower Third', 'the backup'),
  ]);
});
