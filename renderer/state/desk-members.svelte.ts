import { SvelteMap } from 'svelte/reactivity';
import type { ShownLine } from '../../contract/desk-api/as-run.ts';
import { noControllers } from '../../contract/desk-api/controller.ts';
import type { DeskView, GuardedKey, Notice } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { ModelItem } from '../../contract/model/control.ts';

/** The members of the desk's view that a screen keeps whole, as they came. */
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
  undoable: { values: null, take: null },
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
  lock: { locked: false, pin: false, by: '' },
  remote: { on: false, reach: 'machine', port: 0, problem: '', clients: [] },
  osc: { reach: 'off', port: 0, tcp: 'slip', tally: [], problem: '', refused: null },
  connections: [],
  secrets: { state: 'open', backend: null, said: '' },
};

/** The desk's view without its app instances and sub-compositions. A change of one member redraws only what shows it. */
export class DeskMembers {
  readonly #members = new SvelteMap<keyof Members, unknown>(Object.entries(empty) as [keyof Members, unknown][]);

  get model(): ModelItem[] {
    return this.#member('model');
  }
  /** The key bindings. */
  get keys(): KeyBinding[] {
    return this.#member('keys');
  }
  /** What is known of the keys that work in every program. */
  get globalKeys(): DeskView['globalKeys'] {
    return this.#member('globalKeys');
  }
  /** The guarded keys that are down or armed. */
  get guarded(): GuardedKey[] {
    return this.#member('guarded');
  }
  /** What each undo would do, in words. */
  get undoable(): DeskView['undoable'] {
    return this.#member('undoable');
  }
  get looks(): DeskView['looks'] {
    return this.#member('looks');
  }
  get rundowns(): DeskView['rundowns'] {
    return this.#member('rundowns');
  }
  /** The id of the active rundown, which keys, pads and OSC mean; null for none. */
  get activeRundown(): DeskView['activeRundown'] {
    return this.#member('activeRundown');
  }
  get positions(): DeskView['positions'] {
    return this.#member('positions');
  }
  /** What the controls of controllers and panels do. */
  get mappedControls(): DeskView['mappedControls'] {
    return this.#member('mappedControls');
  }
  /** The MIDI controllers and panels. */
  get controllers(): DeskView['controllers'] {
    return this.#member('controllers');
  }
  /** App instances that the desk has not open, and whether it is to open them. */
  get absentApps(): DeskView['absentApps'] {
    return this.#member('absentApps');
  }
  /** The folder whose files of cues are imported by themselves. */
  get givenShow(): DeskView['givenShow'] {
    return this.#member('givenShow');
  }
  get dropFolder(): DeskView['dropFolder'] {
    return this.#member('dropFolder');
  }
  /** What undo and redo of an edit of the rundowns would do, in words. */
  get rundownEdits(): DeskView['rundownEdits'] {
    return this.#member('rundownEdits');
  }
  /** The sources of live data. */
  get sources(): DeskView['sources'] {
    return this.#member('sources');
  }
  /** What each link connects. */
  get dataLinks(): DeskView['dataLinks'] {
    return this.#member('dataLinks');
  }
  get notices(): Notice[] {
    return this.#member('notices');
  }
  /** The last operations, newest first. */
  get asRun(): ShownLine[] {
    return this.#member('asRun');
  }
  /** The operator who is signed on; empty for nobody. */
  get operator(): string {
    return this.#member('operator');
  }
  /** The name of this desk, as other desks show it. */
  get deskName(): string {
    return this.#member('deskName');
  }
  /** The desk's HTTP API. */
  get remote(): DeskView['remote'] {
    return this.#member('remote');
  }
  /** Control by OSC. */
  get osc(): DeskView['osc'] {
    return this.#member('osc');
  }
  /** Show mode. */
  get lock(): DeskView['lock'] {
    return this.#member('lock');
  }
  /** The same take is refused within this time (ms). */
  get guardTime(): number {
    return this.#member('guardTime');
  }
  get connections(): DeskView['connections'] {
    return this.#member('connections');
  }
  get secrets(): DeskView['secrets'] {
    return this.#member('secrets');
  }

  /** Takes changed members from the desk. */
  protected update(members: { [Name in keyof Members]?: Members[Name] | undefined }): void {
    for (const [name, value] of Object.entries(members)) {
      if (value !== undefined) this.#members.set(name as keyof Members, value);
    }
  }

  #member<Name extends keyof Members>(name: Name): Members[Name] {
    return this.#members.get(name) as Members[Name];
  }
}
