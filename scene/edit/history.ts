/** What was, what is, and what was undone. `key` and `at` are those of the last edit. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  key: string;
  at: number;
}

/** How many edits can be undone. */
const most = 200;
/** Edits of one thing within this time (ms) of each other are one: a word that is typed, a bar that is dragged. */
const oneEditWithin = 1_000;

export function historyOf<State>(present: State): History<State> {
  return { past: [], present, future: [], key: '', at: 0 };
}

/** With an edit. `key` names what was edited, `now` is in ms from any start. */
export function edited<State>(
  history: History<State>,
  present: State,
  { key, now }: { key: string; now: number },
): History<State> {
  const continues = key !== '' && key === history.key && now - history.at < oneEditWithin && history.past.length > 0;
  const past = continues ? history.past : [...history.past, history.present].slice(-most);
  return { past, present, future: [], key, at: now };
}

/** One edit back; as it was where there is none. */
export function undone<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], key: '', at: 0 };
}

/** One undone edit forth; as it was where there is none. */
export function redone<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, key: '', at: 0 };
}
