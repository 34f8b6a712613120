export const homeId = '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a04';

/** An accepted form in Markdown, with an example and its meaning. */
export interface ItemCoercion {
  taken: string;
  given: unknown;
  meant: unknown;
  /** The path of the only warning, if any. */
  warned?: string;
}

const home = { subCompositionId: homeId };
const first = { compositionName: 'Home' };
const play = { action: 'play', to: 'In' };

/** Row 31: item forms accepted besides the specified one. Source: decisions.md "Lenient in, canonical out". */
export const itemCoercions: readonly ItemCoercion[] = [
  {
    taken: 'A member that is `null` counts as absent.',
    given: { ...home, subCompositionName: null, state: 'In', payload: null, action: null },
    meant: { ...home, state: 'In' },
  },
  {
    taken:
      'An id that is text may be a number, and the other way round. If an id is not known, the name beside it counts.',
    given: { subCompositionId: 7, subCompositionName: 'Home', state: 'In' },
    meant: { subCompositionName: 'Home', state: 'In' },
  },
  {
    taken: 'Names are compared in Unicode NFC. A name means a sub-composition before it means a root.',
    given: { subCompositionName: 'Cafe\u0301', state: 'In' },
    meant: { subCompositionName: 'Caf\u00e9', state: 'In' },
  },
  {
    taken:
      'An item without payload and state changes nothing, and so does `[]`: neither makes a revision. A name that the show lacks is warned of.',
    given: { subCompositionName: 'Nobody' },
    meant: {},
    warned: '[0].subCompositionName',
  },
  {
    taken: 'An unknown member has no effect, with a warning.',
    given: { ...home, state: 'In', State: 'Out1' },
    meant: { ...home, state: 'In' },
    warned: '[0].State',
  },
  {
    taken:
      'Half of a character (a lone surrogate, which no UTF-8 text can hold) costs the value that it stands in, with a warning; the rest is applied.',
    given: { ...home, state: 'In', payload: { goals: '1', team: 'A\ud83d' } },
    meant: { ...home, state: 'In', payload: { goals: '1' } },
    warned: '[0].payload.team',
  },
  {
    taken: 'The key `__proto__` costs the value that stands under it, in the same way.',
    given: JSON.parse(`{ "subCompositionId": "${homeId}", "payload": { "goals": "1", "__proto__": "x" } }`),
    meant: { ...home, payload: { goals: '1' } },
    warned: '[0].payload.__proto__',
  },
];

/** Rows 9 and 10, in addition to {@link itemCoercions}. */
export const firstItemCoercions: readonly ItemCoercion[] = [
  {
    taken: '`animation` without `action` means `play`.',
    given: { ...first, animation: { to: 'In' } },
    meant: { ...first, animation: play },
  },
  {
    taken: '`controlNode` may be `null` or `{}`, which is as if it was absent.',
    given: { ...first, controlNode: {}, animation: play },
    meant: { ...first, animation: play },
  },
  {
    taken:
      'Row 9 takes what row 5 answers: the id beside the name, which may be `null`, and a `state`, which requests nothing.',
    given: {
      compositionId: homeId,
      compositionName: null,
      animation: { state: 'In' },
      controlNode: { payload: { goals: '1' } },
    },
    meant: { ...first, controlNode: { payload: { goals: '1' } } },
  },
];
