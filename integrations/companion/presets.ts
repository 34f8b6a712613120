import type {
  CompanionButtonStepActions,
  CompanionPresetDefinitions,
  CompanionPresetFeedback,
  CompanionPresetGroup,
  CompanionPresetSection,
} from '@companion-module/base';
import type { CueState } from '../../contract/desk-api/cue.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { Tally } from '../../contract/model/tally.ts';
import { cueLamps, onAirLamp, plainLamp, tallyFeedback, tallyLamps } from './feedbacks.ts';
import { cueName, type ReadState, subCompositions, variableNames } from './known.ts';
import { rundownSuffix } from './variables.ts';

export interface Presets {
  structure: CompanionPresetSection[];
  presets: CompanionPresetDefinitions;
}

type Preset = NonNullable<CompanionPresetDefinitions[string]>;
type Options = Record<string, string | number | boolean>;

/** Milliseconds for which a button of a guarded action has to be held. As the key of a panic on the desk. */
const heldFor = 600;

/** The presets of a state. `label` is the name of the connection in Companion, by which texts of buttons name its variables. */
export function presetsOf(state: ReadState | null, label: string): Presets {
  const presets: CompanionPresetDefinitions = {};
  const add = (id: string, preset: Preset): string => {
    presets[id] = preset;
    return id;
  };
  if (!state) return { structure: [], presets };
  const structure = [
    ...(state.rundowns.length > 1 ? [activeSection(label, add)] : []),
    ...state.rundowns.map((_, place) => rundownSection(state, { place, label }, add)),
    subCompositionSection(state, label, add),
    showSection(state, add),
  ];
  return { structure, presets };
}

type Add = (id: string, preset: Preset) => string;

function activeSection(label: string, add: Add): CompanionPresetSection {
  const run = runButtons({ id: 'active', rundown: '', end: '', label }, add);
  return {
    id: 'rundown-active',
    name: 'Active rundown',
    definitions: [{ id: 'run-active', type: 'simple', name: 'Run', presets: run }],
  };
}

/** The buttons that run a rundown. `rundown` is empty for the active one; `end` ends the names of its variables. */
function runButtons(
  { id, label, end, ...rundown }: { id: string; label: string; end: string; rundown: string },
  add: Add,
): string[] {
  const next = `$(${label}:next_cue_number${end}) $(${label}:next_cue_name${end})`;
  return [
    add(`go-${id}`, button(`GO\n${next}`, press('go', rundown), [])),
    add(`back-${id}`, button('Back', press('back', { ...rundown, by: 1 }), [])),
    add(`skip-${id}`, button('Skip', press('skip', { ...rundown, by: 1 }), [])),
    add(`hold-${id}`, button('Hold', press('hold', rundown), [lit('on_hold', rundown, cueLamps.WAITING)])),
    add(`marked-${id}`, button('Fire marked', press('fire_marked', rundown), [])),
  ];
}

function rundownSection(state: ReadState, at: { place: number; label: string }, add: Add): CompanionPresetSection {
  const { id = '', name = '', groups = [] } = state.rundowns[at.place] ?? {};
  const isOne = state.rundowns.length === 1;
  const named = isOne ? { rundown: '', end: '' } : { rundown: id, end: rundownSuffix(at.place) };
  const run = runButtons({ id, label: at.label, ...named }, add);
  const makeActive = isOne
    ? []
    : [
        add(
          `active-${id}`,
          button(`Make active\n${name}`, press('make_active', { rundown: id }), [
            lit('active', { rundown: id }, cueLamps.NEXT),
          ]),
        ),
      ];
  const cues = groups.map((group): CompanionPresetGroup => ({
    id: `group-${group.id}`,
    type: 'simple',
    name: group.name || 'Cues',
    presets: group.cues.map((cue) => add(`cue-${cue}`, cueButton(cue, cueName(state.cues[cue])))),
  }));
  return {
    id: `rundown-${id}`,
    name: `Rundown: ${name}`,
    definitions: [{ id: `run-${id}`, type: 'simple', name: 'Run', presets: [...run, ...makeActive] }, ...cues],
  };
}

/** The states of a cue that color its button, the last one that is true on top. */
const cueStates: readonly CueState[] = ['DONE', 'HIDDEN', 'WAITING', 'ARMED', 'REQUESTED', 'FAILED'];

function cueButton(cue: string, name: string): Preset {
  return button(name, press('fire_cue', { cue }), [
    lit('next_cue', { cue }, cueLamps.NEXT),
    ...cueStates.map((state) => lit('cue_state', { cue, state }, cueLamps[state])),
    lit('cue_on_air', { cue }, onAirLamp),
    lit('cue_state', { cue, state: 'UNKNOWN' }, cueLamps.UNKNOWN),
  ]);
}

function subCompositionSection(state: ReadState, label: string, add: Add): CompanionPresetSection {
  const variables = variableNames(state);
  const all = subCompositions(state);
  return {
    id: 'sub-compositions',
    name: 'Graphics',
    definitions: state.apps.map(({ key, name }): CompanionPresetGroup => ({
      id: `app-${key}`,
      type: 'simple',
      name,
      presets: all
        .filter(({ id }) => parseAddress(id).app === key)
        .map((sub) => {
          const tally = `$(${label}:tally_${variables.get(sub.id) ?? ''})`;
          return add(`sub-${sub.id}`, subButton(sub.id, `${sub.name}\n${tally}`));
        }),
    })),
  };
}

/** What is on air stays red while something else of it is requested or has failed; the word on the button says what. */
function subButton(sub: string, words: string): Preset {
  const below = Tally.options.filter((tally) => tally !== 'ON AIR' && tally !== 'UNKNOWN');
  return button(words, press('toggle', { sub, jump: false }), [
    ...below.map((tally) => lit(tallyFeedback(tally), { sub }, tallyLamps[tally])),
    lit('on_air', { sub }, onAirLamp),
    lit(tallyFeedback('UNKNOWN'), { sub }, tallyLamps.UNKNOWN),
  ]);
}

function showSection(state: ReadState, add: Add): CompanionPresetSection {
  const looks = state.looks.map(({ name }) =>
    add(`look-${name}`, button(name, press('recall_look', { look: name }), [])),
  );
  const all = { app: '' };
  const isArmed = lit('armed', { action: 'panic' }, cueLamps.ARMED);
  const rest = [
    add('take-cued', button('Take Cued', press('take_cued', {}), [])),
    add('undo-take', button('Undo take', press('undo', { what: 'take' }), [])),
    add('panic-held', button('PANIC\nhold', held('panic', { ...all, guard: 'held' }), [])),
    add('panic-twice', button('PANIC\npress twice', press('panic', { ...all, guard: 'twice' }), [isArmed])),
    add('connected', button('Overlay Desk', nothing, [lit('connected', {}, tallyLamps.CUED)])),
  ];
  return {
    id: 'show',
    name: 'Show',
    definitions: [
      { id: 'show-rest', type: 'simple', name: 'Everything', presets: rest },
      { id: 'show-looks', type: 'simple', name: 'Looks', presets: looks },
    ],
  };
}

function button(text: string, step: CompanionButtonStepActions, feedbacks: CompanionPresetFeedback[]): Preset {
  return {
    type: 'simple',
    name: text.replaceAll(/\n\$\(.*|\n/g, ' ').trim(),
    style: { text, size: 'auto', ...plainLamp },
    steps: [step],
    feedbacks,
  };
}

const nothing: CompanionButtonStepActions = { down: [], up: [] };

function press(actionId: string, options: Options): CompanionButtonStepActions {
  return { down: [{ actionId, options }], up: [] };
}

/** The action comes when the button has been held for long enough, and is not given by a shorter press at all. */
function held(actionId: string, options: Options): CompanionButtonStepActions {
  return { ...nothing, [heldFor]: { options: { runWhileHeld: true }, actions: [{ actionId, options }] } };
}

function lit(feedbackId: string, options: Options, style: { bgcolor: number; color: number }): CompanionPresetFeedback {
  return { feedbackId, options, style };
}
