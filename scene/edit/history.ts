export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  key: string;
  at: number;
}

const most = 200;
/** Milliseconds in which edits of the same item count as one, such as typing or dragging. */
const oneEditWithin = 1_000;

export function historyOf<State>(present: State): History<State> {
  return { past: [], present, future: [], key: '', at: 0 };
}

/** `key` identifies the edited item; `now` is in ms from any start. */
export function edited<State>(
  history: History<State>,
  present: State,
  { key, now }: { key: string; now: number },
): History<State> {
  const continues = key !== '' && key === history.key && now - history.at < oneEditWithin && history.past.length > 0;
  const past = continues ? history.past : [...history.past, history.present].slice(-most);
  return { past, present, future: [], key, at: now };
}

export function undone<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], key: '', at: 0 };
}

export function redone<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, key: '', at: 0 };
}
