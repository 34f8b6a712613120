/** The arguments of OSC messages. Each gives a member of the action; `?` marks an optional argument. */
export type OscPart =
  | 'sub'
  | 'field'
  | 'value'
  | 'state'
  | 'animation?'
  | 'step'
  | 'count'
  | 'ahead'
  | 'command'
  | 'look'
  | 'undone'
  | 'number'
  | 'switch'
  | 'cue'
  | 'rundown'
  | 'rundown?'
  | 'app?';

export interface OscAddress {
  reads: readonly OscPart[];
  gives?: object;
}
