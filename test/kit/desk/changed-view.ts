import { withRecorded } from '../../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView } from '../../../contract/desk-api/desk-api.ts';
import { preOrder } from '../../../contract/model/control.ts';

/** Puts a change into the view of a screen, as the real screens do: they forget what the model no longer has. */
export function changeView(view: DeskView, { subs, recorded, ...members }: DeskChange): void {
  Object.assign(view, members);
  Object.assign(view.subs, subs);
  if (recorded) view.asRun = withRecorded(view.asRun, recorded);
  if (!members.model) return;
  const present = new Set([...preOrder(members.model)].map(({ id }) => id));
  view.subs = Object.fromEntries(Object.entries(view.subs).filter(([id]) => present.has(id)));
}
