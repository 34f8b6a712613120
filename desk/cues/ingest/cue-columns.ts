import { type Cue, CueColor, type CueStep } from '../../../contract/desk-api/cue.ts';
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
  names: readonly string[];
  /** Reads a non-empty cell. Returns the expected value if the cell has another. */
  read(text: string, row: WrittenRow): string | undefined;
}

/** Columns for cues. Every other column is a field of the row's sub-composition. */
export const cueColumns: readonly CueColumn[] = [
  text('Id', { names: ['id', 'cueid'], member: 'id', most: 100 }),
  text('Number', { names: ['number', 'no', 'nr', '#', 'cueno', 'cuenumber'], member: 'number', most: 20 }),
  text('Name', { names: ['cue', 'cuename'], member: 'name', most: 200 }),
  text('Group', { names: ['group', 'block', 'segment'], member: 'group', most: 200 }),
  choice('Color', { names: ['cuecolor', 'cuecolour'], member: 'color', of: CueColor.options }),
  text('Notes', { names: ['notes', 'cuenotes'], member: 'notes', most: 10_000 }),
  text('Sub-composition', {
    names: ['subcomposition', 'template', 'graphic'],
    member: 'subComposition',
    most: 1_000,
  }),
  {
    as: 'State',
    names: ['state'],
    read(written, row) {
      const plain = written.toLowerCase();
      const state = AnimationState.options.find((one) => one.toLowerCase() === plain);
      if (state === undefined && plain !== 'none') return 'In, Out, Out1, Out2 or none';
      row.state = state ?? null;
      return undefined;
    },
  },
  choice('Action', { names: ['action'], member: 'action', of: AnimationAction.options }),
  time('Delay', ['delay'], 'delay'),
  time('Goes out after', ['goesoutafter', 'outafter', 'duration'], 'duration'),
  time('Planned', ['planned', 'plannedlength'], 'planned'),
  choice('What follows', {
    names: ['whatfollows', 'follow'],
    member: 'follow',
    of: ['go', 'start', 'time', 'confirmed'],
  }),
  time('After', ['after'], 'after'),
  mark('Guarded', ['guarded'], 'guarded'),
  mark('Disabled', ['disabled'], 'disabled'),
];

/** Undefined for a field. `Goes out after` and `goes-out-after` are the same name. */
export function cueColumn(header: string): CueColumn | undefined {
  const plain = header.toLowerCase().replaceAll(/[\s_-]/g, '');
  return cueColumns.find(({ names }) => names.includes(plain));
}

export function stepTimes({
  delay = 0,
  duration,
  follow,
  after = 0,
}: WrittenRow): Pick<CueStep, 'delay' | 'duration' | 'follow'> {
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

function text(
  as: string,
  {
    names,
    member,
    most,
  }: {
    names: readonly string[];
    member: 'id' | 'number' | 'name' | 'group' | 'notes' | 'subComposition';
    most: number;
  },
): CueColumn {
  return {
    as,
    names,
    read(written, row) {
      if (written.length > most) return `at most ${most} characters`;
      row[member] = written;
      return undefined;
    },
  };
}

function choice<Name extends 'color' | 'action' | 'follow'>(
  as: string,
  { names, member, of }: { names: readonly string[]; member: Name; of: readonly NonNullable<WrittenRow[Name]>[] },
): CueColumn {
  return {
    as,
    names,
    read(written, row) {
      const chosen = of.find((known) => known === written.toLowerCase());
      if (chosen === undefined) return `one of ${of.join(', ')}`;
      row[member] = chosen;
      return undefined;
    },
  };
}

function time(as: string, names: readonly string[], member: 'delay' | 'duration' | 'planned' | 'after'): CueColumn {
  return {
    as,
    names,
    read(written, row) {
      const milliseconds = typedTime(written);
      if (milliseconds === undefined || milliseconds > 86_400_000)
        return 'a time such as 8, 1.5 or 1:05, of a day at most';
      row[member] = milliseconds;
      return undefined;
    },
  };
}

function mark(as: string, names: readonly string[], member: 'guarded' | 'disabled'): CueColumn {
  return {
    as,
    names,
    read(written, row) {
      const plain = written.toLowerCase();
      if (['yes', 'true', 'x', '1'].includes(plain)) row[member] = true;
      else if (!['no', 'false', '0'].includes(plain)) return 'yes or no';
      return undefined;
    },
  };
}
