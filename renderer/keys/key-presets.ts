import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';

/** Keys in the habit of another program, for whoever comes from it. */
export interface KeyPreset {
  name: string;
  keys: readonly KeyBinding[];
}

const panic = { action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } } as const;
const go = { do: 'go' } as const;
const next = { do: 'skip', by: 1 } as const;
const back = { do: 'skip', by: -1 } as const;

/**
 * The rundown by the keys of other programs. What has no counterpart here is not among them, and nothing that takes everything out
 * fires at a touch.
 */
export const keyPresets: readonly KeyPreset[] = [
  {
    name: 'CasparCG Client',
    keys: [
      { key: 'F1', action: { do: 'endFired' }, guard: { kind: 'arm' } },
      { key: 'F2', action: go },
      { key: 'F4', action: { do: 'hold' } },
      { key: 'F5', action: next },
      { key: 'F6', action: { do: 'updateFired' } },
      { key: 'F12', ...panic },
    ],
  },
  {
    name: 'SuperConductor',
    keys: [
      { key: 'F2', action: go },
      { key: 'F3', action: { do: 'hold' } },
      { key: 'F5', action: back },
      { key: 'F6', action: next },
    ],
  },
  {
    name: 'SPX',
    keys: [
      { key: 'Space', action: go },
      { key: 'Escape', ...panic },
    ],
  },
  {
    name: 'Sofie',
    keys: [
      { key: 'F12', action: go },
      { key: 'NumpadEnter', action: go },
      { key: 'F9', action: next },
      { key: 'Shift+F9', action: back },
    ],
  },
];
