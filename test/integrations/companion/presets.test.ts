import { describe, expect, it } from 'vitest';
import { actionKinds } from '../../../integrations/companion/actions.ts';
import { feedbackKinds } from '../../../integrations/companion/feedbacks.ts';
import { presetsOf } from '../../../integrations/companion/presets.ts';
import { smallState } from '../../kit/companion/desk-states.ts';

const { structure, presets } = presetsOf(smallState, 'Desk');

describe('the presets', () => {
  it('are the buttons of the rundown, of the sub-compositions and of the show, in this order', () => {
    const outline = structure.map(({ name, definitions }) => [
      name,
      definitions.map((group) =>
        typeof group === 'object' && 'presets' in group ? [group.name, group.presets] : group,
      ),
    ]);
    expect(outline).toEqual([
      [
        'Rundown: Tonight',
        [
          ['Run', ['go-r', 'back-r', 'skip-r', 'hold-r', 'marked-r']],
          ['Cues', ['cue-c1', 'cue-c2']],
        ],
      ],
      ['Graphics', [['Evening', ['sub-a/1', 'sub-a/2', 'sub-a/3']]]],
      [
        'Show',
        [
          ['Everything', ['take-cued', 'undo-take', 'panic-held', 'panic-twice', 'connected']],
          ['Looks', ['look-Opening']],
        ],
      ],
    ]);
  });

  it('are with several rundowns those of the active one first, and then those of each one whether it is active or not', () => {
    const two = { ...smallState, rundowns: [...smallState.rundowns, { id: 's', name: 'Spare', groups: [] }] };
    const of = presetsOf(two, 'Desk');
    expect(of.structure.slice(0, 3).map(({ name }) => name)).toEqual([
      'Active rundown',
      'Rundown: Tonight',
      'Rundown: Spare',
    ]);
    const press = (id: string) => of.presets[id]!.steps;
    expect(['go-active', 'go-s', 'active-s'].map(press)).toEqual([
      [{ down: [{ actionId: 'go', options: { rundown: '' } }], up: [] }],
      [{ down: [{ actionId: 'go', options: { rundown: 's' } }], up: [] }],
      [{ down: [{ actionId: 'make_active', options: { rundown: 's' } }], up: [] }],
    ]);
    expect(of.presets['go-s']).toMatchObject({
      style: { text: 'GO\n$(Desk:next_cue_number_2) $(Desk:next_cue_name_2)' },
    });
  });

  it('use only what there is', () => {
    for (const preset of Object.values(presets)) {
      const used = preset!.steps.flatMap((step) =>
        [step.down, step.up, step[600] ?? []].flatMap((set) => ('actions' in set ? set.actions : set)),
      );
      expect(used.filter(({ actionId }) => !(actionId in actionKinds))).toEqual([]);
      expect(preset!.feedbacks.filter(({ feedbackId }) => !(feedbackId in feedbackKinds))).toEqual([]);
    }
    expect(
      structure
        .flatMap(({ definitions }) => definitions.flatMap((group) => (group as { presets: string[] }).presets))
        .sort(),
    ).toEqual(Object.keys(presets).sort());
  });

  it('let nobody panic by a single press', () => {
    const panics = Object.values(presets).filter((preset) => JSON.stringify(preset).includes('"panic"'));
    expect(panics.map((preset) => preset!.steps)).toEqual([
      [
        {
          down: [],
          up: [],
          600: {
            options: { runWhileHeld: true },
            actions: [{ actionId: 'panic', options: { app: '', guard: 'held' } }],
          },
        },
      ],
      [{ down: [{ actionId: 'panic', options: { app: '', guard: 'twice' } }], up: [] }],
    ]);
  });

  it('show a cue with its name, and let what is on air win over everything but UNKNOWN', () => {
    expect(presets['cue-c2']).toMatchObject({
      style: { text: '2 Guest' },
      steps: [{ down: [{ actionId: 'fire_cue', options: { cue: 'c2' } }], up: [] }],
    });
    const order = (id: string) =>
      presets[id]!.feedbacks.map(({ feedbackId, options: { state } }) => (state ? [feedbackId, state] : feedbackId));
    expect(order('cue-c2')).toEqual([
      'next_cue',
      ...['DONE', 'HIDDEN', 'WAITING', 'ARMED', 'REQUESTED', 'FAILED'].map((state) => ['cue_state', state]),
      'cue_on_air',
      ['cue_state', 'UNKNOWN'],
    ]);
    expect(order('sub-a/1')).toEqual([
      'tally_out',
      'tally_cued',
      'tally_requested',
      'tally_hidden',
      'tally_failed',
      'on_air',
      'tally_unknown',
    ]);
    expect(presets['sub-a/3']).toMatchObject({
      name: 'Lower Third',
      style: { text: 'Lower Third\n$(Desk:tally_lower_third_2)' },
      steps: [{ down: [{ actionId: 'toggle', options: { sub: 'a/3', jump: false } }], up: [] }],
    });
  });

  it('are none before the desk was ever there', () => {
    expect(presetsOf(null, 'Desk')).toEqual({ structure: [], presets: {} });
  });
});
