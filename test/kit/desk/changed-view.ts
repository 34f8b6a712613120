import { withRecorded } from '../../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView } from '../../../contract/desk-api/desk-api.ts';
import { preOrder } from '../../../contract/model/control.ts';

/** Puts a change into the view of a screen, as the real screens do: they forget what the model and the rundowns no longer have. */
export function changeView(view: DeskView, { subs, cues, cueViews, recorded, ...members }: DeskChange): void {
  Object.assign(view, members);
  Object.assign(view.subs, subs);
  Object.assign(view.cues, cues);
  Object.assign(view.cueViews, cueViews);
  if (recorded) view.asRun = withRecorded(view.asRun, recorded);
  if (members.model)
    view.subs = only(
      view.subs,
      [...preOrder(members.model)].map(({ id }) => id),
    );
  if (!members.rundowns) return;
  const listed = members.rundowns.flatMap(({ groups }) => groups.flatMap((group) => group.cues));
  view.cues = only(view.cues, listed);
  view.cueViews = only(view.cueViews, listed);
}

function only<Shown>(all: Record<string, Shown>, keys: readonly string[]): Record<string, Shown> {
  const present = new Set(keys);
  return Object.fromEntries(Object.entries(all).filter(([key]) => present.has(key)));
}
