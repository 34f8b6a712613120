import { SvelteMap } from 'svelte/reactivity';
import { noControllers } from '../../contract/desk-api/controller.ts';
import type { DeskView } from '../../contract/desk-api/desk-api.ts';

export type Members = Omit<
  DeskView,
  'apps' | 'subs' | 'cues' | 'cueViews' | 'sourceViews' | 'sourceAges' | 'linkViews'
>;

const empty: Members = {
  model: [],
  keys: [],
  globalKeys: { trying: false, heard: [] },
  guarded: [],
  guardTime: 0,
  undoable: {},
  looks: [],
  rundowns: [],
  positions: {},
  activeRundown: null,
  controllers: noControllers,
  mappedControls: [],
  dropFolder: { path: null, problem: '', files: [] },
  givenShow: null,
  absentApps: [],
  rundownEdits: { undo: null, redo: null, revision: 0 },
  sources: [],
  dataLinks: [],
  notices: [],
  asRun: [],
  operator: '',
  deskName: '',
  language: 'en',
  cueEditors: {},
  lock: { locked: false, pin: false, by: '' },
  remote: { on: false, reach: 'machine', port: 0, problem: '', clients: [] },
  osc: { reach: 'off', port: 0, tcp: 'slip', tally: [], problem: '', refused: null },
  connections: [],
  secrets: { state: 'open', backend: null, said: '' },
};

type Changes = { [Name in keyof Members]?: Members[Name] | undefined };

class UntypedMembers {
  readonly #members = new SvelteMap<string, unknown>(Object.entries(empty));

  constructor() {
    for (const name of Object.keys(empty)) Object.defineProperty(this, name, { get: () => this.#members.get(name) });
  }

  update(changes: Changes): void {
    for (const [name, value] of Object.entries(changes)) if (value !== undefined) this.#members.set(name, value);
  }
}

/**
 * The desk's view without the parts kept by key, under the contract's names. A change of one member redraws only its
 * readers.
 */
export const DeskMembers = UntypedMembers as unknown as new () => Readonly<Members> & {
  update(changes: Changes): void;
};
