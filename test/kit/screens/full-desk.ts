import { Cue } from '../../../contract/desk-api/cue.ts';
import { DataLink } from '../../../contract/desk-api/data-link.ts';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { Source } from '../../../contract/desk-api/source.ts';
import { readyBackup } from '../desk/backup-view.ts';
import { ids } from '../service/evening-news.ts';

const keys = ['Shift+KeyB', 'KeyO', 'Space', 'KeyG', 'Digit1', 'F2'].map((key) =>
  KeyBinding.parse({ key, action: { do: 'go' } }),
);
const targets = [{ subComposition: ids.ticker, name: 'Ticker', state: 'In' as const, values: { text: 'Storm' } }];

/** A show with something of each kind: keys, a rundown, a look, a source and its link, a backup. The keys fire the next cue. */
export function withEverything(view: DeskView): DeskView {
  return {
    ...view,
    keys,
    rundowns: [{ id: 'r', name: 'Evening', groups: [{ id: 'g', name: 'News', cues: ['a'] }] }],
    activeRundown: 'r',
    positions: { r: { next: { cue: 'a', step: 0 }, fired: null, hold: false, marked: [] } },
    cues: { a: Cue.parse({ id: 'a', number: '1', name: 'Opener', steps: [{ targets }] }) },
    looks: [{ name: 'Studio', ids: [ids.ticker] }],
    sources: [Source.parse({ id: 's', name: 'Squad', from: { kind: 'push' }, key: 'number' })],
    dataLinks: [
      DataLink.parse({
        subComposition: ids.lowerThird,
        name: 'Lower Third',
        source: 's',
        row: { key: '2' },
        fields: {},
      }),
    ],
    linkViews: {
      [ids.lowerThird]: {
        mode: 'stage',
        row: { key: '2' },
        place: 1,
        stale: false,
        edited: [],
        problem: '',
        fields: {},
      },
    },
    apps: view.apps.map((app) => ({
      ...app,
      backup: readyBackup,
    })),
  };
}

const found = { lines: [], problems: [], searchedTo: null, next: null };
/** What the desk answers to the calls of the pages and dialogs. */
export const answersOfAll: Record<string, unknown> = {
  searchAsRun: found,
  compareLook: [],
  editRundown: ['new'],
  editSources: 'new',
  checkShow: { opening: false, lines: [] },
  sourceRows: { from: 0, total: 0, columns: [], rows: [] },
  listVersions: [],
};
