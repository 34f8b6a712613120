import type { AsRunLine, ShownLine } from '../../contract/desk-api/as-run.ts';
import type { KeyboardLayout } from '../keys/keyboard-layout.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.asRun;

export const triggerWords: Record<AsRunLine['trigger']['kind'], string> = words.triggers;

/** The trigger of a line: `Key F2`, `Screen`. */
export function triggerOf({ trigger: { kind, detail } }: ShownLine, keyboard: KeyboardLayout): string {
  const named = kind === 'key' ? keyboard.caption(detail) : detail;
  return `${triggerWords[kind]} ${named}`.trim();
}

/** The names of a line's targets, and how many there are beyond those. */
export function targetsOf({ targets, more = 0 }: ShownLine): string {
  const names = targets.map(({ name }) => name).join(', ');
  return more > 0 ? texts.common.namesAndMore(names, more) : names;
}
