import { Cue, type CueView, type RundownView } from '../../../contract/desk-api/cue.ts';
import type { AppView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import type { Field, FieldType } from '../../../contract/model/field.ts';
import type { KnownDesk, ReadState } from '../../../integrations/companion/known.ts';

const field = (id: string, type: FieldType): Field => ({
  id,
  title: id.toUpperCase(),
  type,
  defaultValue: '',
  resetValue: '',
  immediateUpdate: false,
  index: 0,
});

const node = (id: string, name: string, rest: Partial<ModelItem> = {}): ModelItem => ({
  id,
  name,
  state: 'Out',
  model: [],
  logicLayer: null,
  snapshot: null,
  secondTimeline: false,
  subcompositions: [],
  ...rest,
});

/** A sub-composition that is out, but for what is said otherwise. */
export const sub = (rest: Partial<SubCompositionView> = {}): SubCompositionView => ({
  tally: 'OUT',
  state: 'Out1',
  onAir: 'no',
  requested: null,
  values: {},
  staged: {},
  failure: '',
  changed: null,
  drift: null,
  holder: null,
  ...rest,
});

/** An app instance whose service is live, but for what is said otherwise. */
export const app = (key: string, name: string, connection: Partial<AppView['connection']> = {}): AppView => ({
  key,
  name,
  kind: 'embedded',
  truth: 'live',
  app: null,
  outputs: null,
  quota: null,
  backup: null,
  connection: { status: 'live', reason: '', service: '', confirmedAt: 0, stale: false, ...connection },
});

export const cueView = (rest: Partial<CueView>): CueView => ({
  state: 'IDLE',
  onAir: 'no',
  due: null,
  reason: '',
  ...rest,
});

export const position = (rest: Partial<RundownView>): RundownView => ({
  next: null,
  fired: null,
  hold: false,
  marked: [],
  ...rest,
});

/** A show with a lower third, a score with a team of the same name, and a rundown of two cues. */
export const smallState: ReadState = {
  apps: [app('a', 'Evening')],
  model: [
    node('a/root', 'Show', {
      state: undefined,
      subcompositions: [
        node('a/1', 'Lower Third', { model: [field('name', 'text'), field('flash', 'button')] }),
        node('a/2', 'Über!', { subcompositions: [node('a/3', 'Lower Third')] }),
      ],
    }),
  ],
  subs: { 'a/root': sub(), 'a/1': sub(), 'a/2': sub(), 'a/3': sub() },
  looks: [{ name: 'Opening', ids: ['a/1'] }],
  undoable: { values: null, take: { press: 7, words: 'Lower Third to Out' }, panic: null },
  activeRundown: 'r',
  rundowns: [{ id: 'r', name: 'Tonight', groups: [{ id: 'g', name: '', cues: ['c1', 'c2'] }] }],
  positions: { r: position({ next: { cue: 'c2', step: 0 } }) },
  cues: {
    c1: Cue.parse({ id: 'c1', number: '1', name: 'Titles', steps: [{ targets: [] }] }),
    c2: Cue.parse({ id: 'c2', number: '2', name: 'Guest', steps: [{ targets: [] }] }),
  },
  cueViews: { c2: cueView({ state: 'NEXT' }) },
};

/** What is known while the desk answers. */
export const open = (rest: Partial<ReadState> = {}): KnownDesk => ({
  link: { is: 'open' },
  state: { ...smallState, ...rest },
});

/** The same after the desk is gone. */
export const gone = (rest: Partial<ReadState> = {}): KnownDesk => ({
  ...open(rest),
  link: { is: 'gone', reason: 'Pulled.' },
});
