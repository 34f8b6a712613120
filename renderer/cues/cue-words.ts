import type { Cue, CueColor, CueView, FollowOn } from '../../contract/desk-api/cue.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { FieldType } from '../../contract/model/field.ts';
import { asText } from '../fields/shown-value.ts';
import { texts } from '../texts/texts.ts';
import { ownOf } from '../../contract/own.ts';

const words = texts.cues;

/** The first words that a cue puts on air, as `Ana Silva, Minister`; empty for none. */
export function cueText({ steps }: Pick<Cue, 'steps'>, nodeOf: (address: string) => ModelItem | undefined): string {
  const texts = steps.flatMap(({ targets }) =>
    targets.flatMap(({ subComposition, values }) => {
      const fields = nodeOf(subComposition)?.model ?? [];
      const written = fields.toSorted((one, other) => one.index - other.index).filter(({ type }) => isText(type));
      return written.map(({ id }) => asText(ownOf(values, id) ?? '')).filter((text) => text !== '');
    }),
  );
  return texts.slice(0, mostTexts).join(', ');
}

const mostTexts = 2;
const isText = (type: FieldType): boolean => type === 'text' || type === 'textarea';

export const followWords = (): [FollowOn['on'], string][] =>
  Object.entries(words.follows) as [FollowOn['on'], string][];

/** Keeps the time of `before` where the new follow needs one. */
export function followOn(on: FollowOn['on'], before?: FollowOn): FollowOn {
  return on === 'time' || on === 'confirmed' ? { on, after: before && 'after' in before ? before.after : 0 } : { on };
}

export const cueColors: Record<CueColor, string> = {
  red: '#a8494f',
  orange: '#b8743a',
  yellow: '#b3a13d',
  green: '#5c8f5f',
  cyan: '#4d9296',
  blue: '#5277b5',
  purple: '#86649f',
  grey: '#8b95a2',
};

/** Undefined where they differ. */
export function alike<Each>(all: readonly Each[]): { value: Each } | undefined {
  const [first] = all;
  const isSame = all.length > 0 && all.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return isSame ? { value: first as Each } : undefined;
}

/** The cue's next automatic step: `out in 3.2 s`; empty for none. `now`: ms since the epoch by the desk's clock. */
export function dueText({ due }: Pick<CueView, 'due'>, now: number): string {
  if (!due) return '';
  const left = due.at === null ? (due.left ?? 0) : Math.max(0, due.at - now);
  const inWords = words.due[due.what](timeText(left));
  return due.at === null ? words.due.held(inWords) : inWords;
}

/** Remaining time: `3.2 s`; from a minute on `1:05`. */
export function timeText(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A span to the second: `0:08`, `12:05`, `1:02:03`. */
export function spanText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Seconds as typed: `1.5`. */
export function secondsText(milliseconds: number | null): string {
  return milliseconds === null ? '' : String(milliseconds / 1_000);
}
