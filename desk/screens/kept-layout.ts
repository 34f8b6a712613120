import { Layout, type layoutCalls } from '../../contract/desk-api/layout.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Settings } from './settings.ts';

/** The calls of screens about the layout, which is in the file of the show. */
export function keptLayout(show: Settings): Calls<{ calls: typeof layoutCalls; events: Record<string, never> }> {
  let layout = show.member('layout', Layout) ?? Layout.parse({});
  return {
    readLayout: () => layout,
    setLayout: (wanted) => {
      layout = wanted;
      // Each write keeps a version of the show, and somebody who moves a border does not want one for each.
      show.saveLater({ edit: 'Arrange the screen', layout });
      return null;
    },
  };
}
