import { texts } from '../../contract/texts/texts.ts';
import { ownOf } from '../../contract/own.ts';
import { same } from '../app/confirmed.ts';
import type { Ground, SentValues } from '../ground.ts';

/**
 * An edit that was not sent belongs to the words before: the next take would mix it with those of a cue or a look. It is
 * dropped and named, but for words that are typed now. Of fields with data, the row says which words count.
 */
export function dropReplaced(
  { apps, facts, notices }: Pick<Ground, 'apps' | 'facts' | 'notices'>,
  targets: readonly SentValues[],
  links: { gives(subComposition: string, field: string): boolean },
): void {
  for (const { subComposition, values } of targets) {
    const ref = apps.find(subComposition);
    if (!ref) continue;
    const { preparation } = ref.app.state;
    const edits = preparation.edits(ref.id);
    const replaced = Object.keys(values).filter(
      (field) =>
        Object.hasOwn(edits, field) &&
        !same(ownOf(edits, field), ownOf(values, field)) &&
        !links.gives(subComposition, field),
    );
    const typed = preparation.drop(ref.id, new Set(replaced));
    const sub = apps.sub(subComposition);
    const dropped = replaced.flatMap((field) =>
      typed.includes(field) ? [] : `${sub?.fields.get(field)?.title ?? field} “${asText(ownOf(edits, field))}”`,
    );
    if (dropped.length === 0) continue;
    const text = texts.data.editReplaced(sub?.name ?? subComposition, dropped.join(', '));
    notices.keep({ id: `edits ${subComposition}`, text });
    facts.shown.tell(ref.app, [ref.id]);
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
