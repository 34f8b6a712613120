import { expect, it } from 'vitest';
import { actions } from '../../contract/actions/actions.ts';
import { type ModelItem, withDistinctTitles } from '../../contract/model/control.ts';
import { type Field, FieldType } from '../../contract/model/field.ts';
import {
  actionsOfDesk,
  actionsOn,
  actionsOnCue,
  actionsOnDevice,
  actionsOnRundown,
  fadersOn,
  knobsOn,
  longestRow,
  namesOfRow,
} from '../../renderer/keys/mappable-actions.ts';
import { texts } from '../../renderer/texts/texts.ts';

it.each([
  ['F7', 6, 'F12'],
  ['Shift+F10', 3, 'Shift+F12'],
  ['Digit1', 9, 'Digit9'],
  ['Numpad7', 3, 'Numpad9'],
  ['note 1/36', 64, 'note 1/99'],
  // It lies on the right of 9, or below 1.
  ['Digit0', 1, 'Digit0'],
  ['Numpad0', 1, 'Numpad0'],
  ['KeyK', 1, 'KeyK'],
  ['F13', 1, 'F13'],
])('a row of the next cues from %s on has up to %i, the last of which is %s', (first, length, last) => {
  expect(longestRow(first)).toBe(length);
  expect(namesOfRow(first, length).at(-1)).toBe(last);
});

const fields = FieldType.options.map((type, index) => ({
  id: type,
  title: type,
  type,
  defaultValue: '',
  resetValue: '',
  immediateUpdate: false,
  index,
}));
const node: ModelItem = {
  id: 'a/1',
  name: 'Name',
  state: 'Out1',
  model: fields,
  logicLayer: null,
  snapshot: null,
  secondTimeline: true,
  subcompositions: [],
};
const rundown = 'c7a3d1f0-58c1-4f0e-9d5e-2f1f8a4b7c10';
const offers = {
  desk: actionsOfDesk([{ name: 'Evening' }]),
  rundown: actionsOnRundown({ id: rundown }),
  cue: actionsOnCue({ id: rundown }),
  sub: actionsOn(node),
  fader: fadersOn(node),
  knob: knobsOn(node),
  device: actionsOnDevice('Pads', 2),
};

/** The lists that offer an action. Other actions can be mapped to nothing. */
const mappable = {
  take: ['sub'],
  toggle: ['sub'],
  cue: ['sub'],
  takeCued: ['desk'],
  update: ['sub'],
  set: ['fader'],
  step: ['sub', 'knob'],
  cycle: ['sub'],
  switch: ['sub'],
  fire: ['sub'],
  time: ['sub'],
  recallLook: ['desk'],
  undo: ['desk'],
  panic: ['desk'],
  go: ['desk', 'rundown'],
  skip: ['desk', 'rundown'],
  hold: ['desk', 'rundown'],
  fireMarked: ['desk', 'rundown'],
  updateFired: ['desk', 'rundown'],
  endFired: ['desk', 'rundown'],
  makeActive: ['rundown'],
  markCue: ['cue'],
  setNext: ['cue'],
  fireCue: ['cue'],
  endCue: ['cue'],
  openPage: ['device'],
  turnPage: ['device'],
  fine: ['device'],
};

it('a control can be mapped to each action where the table says', () => {
  const offered = Object.keys(actions).flatMap((action) => {
    const lists = Object.entries(offers).flatMap(([on, all]) =>
      all.some((one) => one.action.do === action) ? [on] : [],
    );
    return lists.length > 0 ? [[action, lists]] : [];
  });
  expect(Object.fromEntries(offered)).toEqual(mappable);
});

it('fields with the same title are told apart in every list', () => {
  const field = (id: string, type: Field['type'], title: string): Field => ({ ...fields[0]!, id, type, title });
  const model = [
    field('homeScore', 'counter', 'Score'),
    field('awayScore', 'counter', 'Score'),
    field('period', 'counter', 'Period'),
    field('clock', 'timecontrol', 'Clock'),
    field('penalty', 'timecontrol', 'Clock'),
  ];
  const captions = [actionsOn, fadersOn, knobsOn].map((list) =>
    list(withDistinctTitles({ ...node, model })).map(({ caption }) =>
      caption.replace(texts.keys.fromTo(0, 100), '').trim(),
    ),
  );
  expect(captions.map((all) => [...new Set(all)])).toEqual(captions);
  expect(captions[2]).toEqual([
    'Step Score (homeScore) +1',
    'Step Score (awayScore) +1',
    'Step Period +1',
    'Step Clock (clock) +1',
    'Step Clock (penalty) +1',
  ]);
});

it('the commands of a timer have the names of its buttons, in their order', () => {
  const captions = actionsOn(node).flatMap(({ action, caption }) => (action.do === 'time' ? [caption] : []));
  expect(captions).toEqual(['Run on', 'Pause', 'Reset', 'Run from 0'].map((word) => `Timer timecontrol: ${word}`));
});
