import { texts } from '../../contract/texts/texts.ts';
import { Layout, type layoutCalls } from '../../contract/desk-api/layout.ts';
import type { Calls } from '../../contract/link/link.ts';
import type { Settings } from '../screens/settings.ts';

export type KeptLayout = ReturnType<typeof keptLayout>;

export function keptLayout(show: Settings) {
  let now: Layout = show.member('layout', Layout) ?? Layout.parse({});
  const calls: Calls<{ calls: typeof layoutCalls }> = {
    readLayout: () => now,
    setLayout: (wanted) => {
      now = wanted;
      // Delayed, because each write keeps a version of the show, and a drag makes many changes.
      show.saveLater({ edit: texts.show.arrange, layout: wanted });
    },
  };
  const become = (layout: Layout, edit: string): void => {
    now = layout;
    show.saveAll({ edit, layout });
  };
  return { now: () => now, become, calls };
}
