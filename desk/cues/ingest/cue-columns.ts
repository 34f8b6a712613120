import { texts } from '../../../contract/texts/texts.ts';
import { type Cue, CueColor, type CueStep, plainNumber } from '../../../contract/desk-api/cue.ts';
import { AnimationAction, AnimationState } from '../../../contract/model/animation-state.ts';
import { typedTime } from '../../../contract/model/typed-time.ts';

export interface WrittenRow {
  id?: string;
  number?: string;
  name?: string;
  group?: string;
  color?: CueColor;
  notes?: string;
  guarded?: true;
  disabled?: true;
  planned?: number;
  subComposition?: string;
  /** Null keeps the state. */
  state?: AnimationState | null;
  action?: AnimationAction;
  delay?: number;
  duration?: number;
  follow?: CueStep['follow']['on'];
  after?: number;
}

interface CueColumn {
  as: string;
  /** Lower case, without spaces and hyphens. */
  names: readonly [string, ...string[]];
  /** Reads a non-empty cell. Returns the expected value if the cell has another. */
  read(text: string, row: WrittenRow): string | undefined;
}

/** Columns for cues. Every other column is a field of the row's sub-composition. */
const cueColumns: readonly CueColumn[] = [
  { as: 'Id', names: ['id', 'cueid'], read: text('id', 100) },
  { as: 'Number', names: ['number', 'no', 'nr', '#', 'cueno', 'cuenumber'], read: text('number', 20, plainNumber) },
  { as: 'Name', names: ['cue', 'cuename'], read: text('name', 200) },
  { as: 'Group', names: ['group', 'block', 'segment'], read: text('group', 200) },
  { as: 'Color', names: ['cuecolor', 'cuecolour'], read: choice('color', CueColor.options) },
  { as: 'Notes', names: ['notes', 'cuenotes'], read: text('notes', 10_000) },
  { as: 'Graphic', names: ['subcomposition', 'template', 'graphic'], read: text('subComposition', 1_000) },
  {
    as: 'State',
    names: ['state'],
    read(written, row) {
      const plain = written.toLowerCase();
      const state = AnimationState.options.find((one) => one.toLowerCase() === plain);
      if (state === undefined && plain !== 'none') return texts.ingest.states;
      row.state = state ?? null;
      return undefined;
    },
  },
  { as: 'Action', names: ['action'], read: choice('action', AnimationAction.options) },
  { as: 'Delay', names: ['delay'], read: time('delay') },
  {
    get as() {
      return texts.ingest.goesOutAfter;
    },
    names: ['goesoutafter', 'outafter', 'duration'],
    read: time('duration'),
  },
  { as: 'Planned', names: ['planned', 'plannedlength'], read: time('planned') },
  {
    get as() {
      return texts.ingest.follow;
    },
    names: ['whatfollows', 'follow'],
    read: choice('follow', ['go', 'start', 'time', 'confirmed']),
  },
  { as: 'After', names: ['after'], read: time('after') },
  { as: 'Guarded', names: ['guarded'], read: mark('guarded') },
  { as: 'Disabled', names: ['disabled'], read: mark('disabled') },
];

/** The first name of each column for cues. */
export const columnChoices = (): { name: string; as: string }[] =>
  cueColumns.map(({ as, names: [name] }) => ({ name, as }));

/** Undefined for a field. `Goes out after` and `goes-out-after` are the same name. */
export function cueColumn(header: string): CueColumn | undefined {
  const plain = header.toLowerCase().replaceAll(/[\s_-]/g, '');
  return cueColumns.find(({ names }) => names.includes(plain));
}

export function stepTimes(row: WrittenRow): Pick<CueStep, 'delay' | 'duration' | 'follow'> {
  const { delay = 0, duration, follow, after = 0 } = row;
  const on = follow ?? (after > 0 ? 'time' : 'go');
  return { delay, duration: duration ?? null, follow: on === 'time' || on === 'confirmed' ? { on, after } : { on } };
}

export function ownMembers(row: WrittenRow): Omit<Cue, 'id' | 'steps'> {
  const { number = '', name = '', notes = '', color, guarded, disabled, planned } = row;
  return {
    number,
    name,
    notes,
    ...(color && { color }),
    ...(planned !== undefined && { planned }),
    ...(disabled && { disabled }),
    ...(guarded && { guarded }),
  };
}

type ReadCueCell = CueColumn['read'];
type TextMember = 'id' | 'number' | 'name' | 'group' | 'notes' | 'subComposition';

function text(member: TextMember, most: number, plain = (written: string) => written): ReadCueCell {
  return (written, row) => {
    if (written.length > most) return texts.ingest.mostCharacters(most);
    row[member] = plain(written);
    return undefined;
  };
}

function choice<Name extends 'color' | 'action' | 'follow'>(
  member: Name,
  of: readonly NonNullable<WrittenRow[Name]>[],
): ReadCueCell {
  return (written, row) => {
    const chosen = of.find((known) => known === written.toLowerCase());
    if (chosen === undefined) return texts.ingest.oneOf(of.join(', '));
    row[member] = chosen;
    return undefined;
  };
}

function time(member: 'delay' | 'duration' | 'planned' | 'after'): ReadCueCell {
  return (written, row) => {
    const milliseconds = typedTime(written);
    const isTime = milliseconds !== undefined && milliseconds <= 86_400_000;
    if (!isTime) return texts.ingest.time;
    row[member] = milliseconds;
    return undefined;
  };
}

function mark(member: 'guarded' | 'disabled'): ReadCueCell {
  return (written, row) => {
    const plain = written.toLowerCase();
    if (['yes', 'true', 'x', '1'].includes(plain)) row[member] = true;
    else if (!['no', 'false', '0'].includes(plain)) return texts.ingest.yesOrNo;
    return undefined;
  };
}
