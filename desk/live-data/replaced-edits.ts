import { texts } from '../../contract/texts/texts.ts';
import { isSentAtOnce } from '../../contract/model/field.ts';
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
    const dropped = replaced.filter((id) => !typed.includes(id));
    if (dropped.length === 0) continue;
    facts.shown.tell(ref.app, [ref.id]);
    const named = dropped.flatMap((id) => {
      const field = sub?.fields.get(id);
      // What is sent at once is no edit: a press of it has failed, and has said so.
      return field && isSentAtOnce(field) ? [] : `${field?.title ?? id} “${asText(ownOf(edits, id))}”`;
    });
    if (named.length === 0) continue;
    const text = texts.data.editReplaced(sub?.name ?? subComposition, named.join(', '));
    notices.keep({ id: `edits ${subComposition}`, text });
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
