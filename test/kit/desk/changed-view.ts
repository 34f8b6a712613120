import { withRecorded } from '../../../contract/desk-api/as-run.ts';
import type { DeskChange, DeskView } from '../../../contract/desk-api/desk-api.ts';
import { preOrder } from '../../../contract/model/control.ts';

const keyed = ['subs', 'cues', 'cueViews', 'sourceViews', 'sourceAges', 'linkViews'] as const;

/** Puts a change into the view of a screen, as the real screens do: they forget what the members with the lists no longer have. */
export function changeView(view: DeskView, { recorded, ...members }: DeskChange): void {
  const known = Object.fromEntries(keyed.map((name) => [name, { ...view[name], ...members[name] }]));
  Object.assign(view, members, known);
  if (recorded) view.asRun = withRecorded(view.asRun, recorded);
  if (members.model)
    view.subs = only(
      view.subs,
      [...preOrder(members.model)].map(({ id }) => id),
    );
  if (members.sources) {
    const ids = members.sources.map(({ id }) => id);
    Object.assign(view, { sourceViews: only(view.sourceViews, ids), sourceAges: only(view.sourceAges, ids) });
  }
  if (members.dataLinks)
    view.linkViews = only(
      view.linkViews,
      members.dataLinks.map(({ subComposition }) => subComposition),
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
