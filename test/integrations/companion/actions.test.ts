import { describe, expect, it } from 'vitest';
import { Action } from '../../../contract/actions/actions.ts';
import { preOrder } from '../../../contract/model/control.ts';
import { carryOutAction } from '../../../contract/desk-api/http-api.ts';
import { actionKinds } from '../../../integrations/companion/actions.ts';
import { choicesOf, fieldId, parseFieldId } from '../../../integrations/companion/inputs.ts';
import { gone, open, smallState, sub } from '../../kit/companion/desk-states.ts';

const press = (id: string, options: Record<string, unknown>, known = open()) =>
  actionKinds[id]!.press(options as never, known);
const first = { sub: 'a/1' };

describe('the actions of Companion', () => {
  it('are all that can be pressed on the desk', () => {
    const does = new Set(Object.values(actionKinds).map((kind) => kind.does));
    expect([...does].sort()).toEqual(Action.options.map(({ shape }) => shape.do.value).sort());
  });

  it('send what the desk accepts, from what a new button has', () => {
    const choices = choicesOf(smallState);
    for (const [id, kind] of Object.entries(actionKinds)) {
      const options = Object.fromEntries(
        kind.inputs(choices).map((input) => [input.id, 'default' in input && input.default]),
      );
      const body = carryOutAction.body.safeParse({ ...kind.press(options, open()), age: 0 });
      expect([id, body.error?.message, body.data?.action.do]).toEqual([id, undefined, kind.does]);
    }
  });

  it.each([
    ['take_in', first, { do: 'take', subComposition: 'a/1', to: 'In' }],
    ['take_out', { ...first, to: 'Out2' }, { do: 'take', subComposition: 'a/1', to: 'Out2' }],
    ['jump', { ...first, to: 'In' }, { do: 'take', subComposition: 'a/1', to: 'In', action: 'jump' }],
    ['toggle', { ...first, jump: true }, { do: 'toggle', subComposition: 'a/1', action: 'jump' }],
  ])('%s takes, if the state is still the one that was shown', (id, options, action) => {
    expect(press(id, options)).toEqual({ action, expects: 'Out1' });
    const requested = open({ subs: { 'a/1': sub({ tally: 'REQUESTED', requested: 'In' }) } });
    expect(press(id, options, requested)).toEqual({ action, expects: 'In' });
    expect(press(id, options, open({ subs: { 'a/1': sub({ tally: 'UNKNOWN' }) } }))).toEqual({ action });
  });

  it.each([
    ['go', { rundown: '' }, { do: 'go', next: { cue: 'c2', step: 0 } }],
    ['go', { rundown: 'r' }, { do: 'go', rundown: 'r', next: { cue: 'c2', step: 0 } }],
    ['skip', { rundown: '', by: 2 }, { do: 'skip', by: 2 }],
    ['back', { rundown: 'r', by: 1 }, { do: 'skip', rundown: 'r', by: -1 }],
    ['fire_cue', { cue: 'c1' }, { do: 'fireCue', cue: 'c1' }],
    ['mark_cue', { cue: 'c1', remove: true }, { do: 'markCue', cue: 'c1', marked: false }],
    ['recall_look', { look: 'Opening' }, { do: 'recallLook', look: 'Opening' }],
    ['undo', { what: 'take' }, { do: 'undo', what: 'take', press: 7 }],
    ['undo', { what: 'values' }, { do: 'undo', what: 'values' }],
    ['bring_back', {}, { do: 'undo', what: 'panic' }],
    ['panic', { app: '', guard: 'twice' }, { do: 'panic' }],
    // An expression may give any value. A panic of an unknown app instance is not a panic of all.
    ['panic', { app: true, guard: 'held' }, { do: 'panic', app: '' }],
    ['choose_row', { ...first, key: 5 }, { do: 'chooseRow', subComposition: 'a/1', row: { key: '5' } }],
    ['panic', { app: 'a', guard: 'held' }, { do: 'panic', app: 'a' }],
    ['cue', { ...first, remove: false }, { do: 'cue', subComposition: 'a/1', cued: true }],
    [
      'set',
      { field: fieldId('a/1', 'name'), value: 'Ada', send: true },
      { do: 'set', subComposition: 'a/1', field: 'name', value: 'Ada', send: true },
    ],
    [
      'set',
      { field: fieldId('a/1', 'name'), value: 'Ada', send: false },
      { do: 'set', subComposition: 'a/1', field: 'name', value: 'Ada' },
    ],
  ])('%s with %j', (id, options, action) => {
    expect(press(id, options)).toEqual({ action });
  });

  it('names fields by any id, and nothing by what is no field', () => {
    const odd = 'a "quoted", id\\';
    expect(parseFieldId(fieldId('a/1', odd))).toEqual({ subComposition: 'a/1', field: odd });
    expect(parseFieldId('Lower Third')).toEqual({ subComposition: '', field: '' });
  });

  it('let nobody panic, bring back or fail over by one press', () => {
    const guarded = Object.entries(actionKinds).flatMap(([id, { isGuarded }]) => (isGuarded ? [id] : []));
    expect(guarded).toEqual(['bring_back', 'panic', 'fail_over', 'fail_back']);
    expect(press('go', { rundown: '' }, gone({ positions: {} }))).toEqual({ action: { do: 'go' } });
  });
});

describe('the lists of Companion', () => {
  it('have the names that operators know', () => {
    const { fields, ...choices } = choicesOf(smallState);
    expect(choices).toEqual({
      subCompositions: [
        { id: 'a/1', label: 'Lower Third' },
        { id: 'a/2', label: 'Über!' },
        { id: 'a/3', label: 'Über! › Lower Third' },
      ],
      rundowns: [{ id: 'r', label: 'Tonight' }],
      cues: [
        { id: 'c1', label: '1 Titles' },
        { id: 'c2', label: '2 Guest' },
      ],
      looks: [{ id: 'Opening', label: 'Opening' }],
      apps: [{ id: 'a', label: 'Evening' }],
    });
    expect([fields.set, fields.fire, fields.step]).toEqual([
      [{ id: '["a/1","name"]', label: 'Lower Third: NAME' }],
      [{ id: '["a/1","flash"]', label: 'Lower Third: FLASH' }],
      [],
    ]);
  });

  it('tell fields with the same title apart', () => {
    const third = [...preOrder(smallState.model)].find(({ id }) => id === 'a/1')!;
    const model = third.model.map((field) => ({ ...field, title: 'Name' }));
    const { fields } = choicesOf({ ...smallState, model: [{ ...third, model }] });
    expect([fields.set, fields.fire]).toEqual([
      [{ id: '["a/1","name"]', label: 'Lower Third: Name (name)' }],
      [{ id: '["a/1","flash"]', label: 'Lower Third: Name (flash)' }],
    ]);
  });

  it('have the commands of a timer by the words of its field', () => {
    const command = actionKinds.time!.inputs(choicesOf(smallState)).find(({ id }) => id === 'command');
    expect(command).toMatchObject({
      choices: [
        { id: 'play', label: 'Run on' },
        { id: 'pause', label: 'Pause' },
        { id: 'reset', label: 'Reset' },
        { id: 'start', label: 'Run from 0' },
      ],
    });
  });
});
