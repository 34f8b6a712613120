/** Past, present and undone states. `key` and `at` are those of the last edit. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  key: string;
  at: number;
}

/** How many edits can be undone. */
const most = 200;
/** Edits of the same thing within this time (ms) count as one: typing a word, dragging a bar. */
const oneEditWithin = 1_000;

export function historyOf<State>(present: State): History<State> {
  return { past: [], present, future: [], key: '', at: 0 };
}

/** Records an edit. `key` names the edited thing; `now` is in ms from any start. */
export function edited<State>(
  history: History<State>,
  present: State,
  { key, now }: { key: string; now: number },
): History<State> {
  const continues = key !== '' && key === history.key && now - history.at < oneEditWithin && history.past.length > 0;
  const past = continues ? history.past : [...history.past, history.present].slice(-most);
  return { past, present, future: [], key, at: now };
}

/** Undoes one edit. Nothing changes if there is none. */
export function undone<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], key: '', at: 0 };
}

/** Redoes one undone edit. Nothing changes if there is none. */
export function redone<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, key: '', at: 0 };
}
