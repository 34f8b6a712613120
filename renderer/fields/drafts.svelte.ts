import { SvelteMap } from 'svelte/reactivity';
import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import type { Value } from '../../contract/model/field.ts';

/** An operator's input in an editor, until the desk has the same value. */
export interface FieldDraft {
  text: string;
  /** The canonical value that was sent; undefined when the text is invalid. */
  value: Value | undefined;
  /** Why the field or the desk refused it; empty if accepted. */
  problem: string;
  settled: boolean;
  sentOn: SubCompositionView | undefined;
}

/** The drafts of all editors, visible or not: refused text stays. */
export class Drafts {
  readonly #drafts = new SvelteMap<string, FieldDraft>();
  #awaited: string | undefined;

  /** The typing in this field goes on once its show is there again, unless a hand types elsewhere meanwhile. */
  await(field: { id: string; field: string } | undefined): void {
    this.#awaited = field && key(field.id, field.field);
  }

  /** Whether the typing goes on in this field; once. */
  resumes(id: string, field: string): boolean {
    if (this.#awaited !== key(id, field)) return false;
    this.#awaited = undefined;
    return true;
  }

  of(id: string, field: string): FieldDraft | undefined {
    return this.#drafts.get(key(id, field));
  }

  keep(id: string, field: string, draft: FieldDraft): void {
    this.#drafts.set(key(id, field), draft);
  }

  drop(id: string, field: string): void {
    this.#drafts.delete(key(id, field));
  }

  any(id: string): boolean {
    return [...this.#drafts.keys()].some((known) => known.startsWith(key(id, '')));
  }

  /** Whether an editor shows what was refused: what would be sent is not what it shows. */
  anyRefused(id: string): boolean {
    return [...this.#drafts].some(([known, { problem }]) => known.startsWith(key(id, '')) && problem !== '');
  }

  dropAll(id: string): void {
    this.#dropWhere(id, () => true);
  }

  /** Drops the accepted drafts of a sub-composition after its edits were sent. */
  dropSent(id: string): void {
    this.#dropWhere(id, ({ settled, problem }) => settled && problem === '');
  }

  #dropWhere(id: string, drops: (draft: FieldDraft) => boolean): void {
    const matching = [...this.#drafts].filter(([known]) => known.startsWith(key(id, '')));
    for (const [known, draft] of matching) if (drops(draft)) this.#drafts.delete(known);
  }
}

const key = (id: string, field: string): string => JSON.stringify([id]) + field;

/**
 * Whether a draft is done, so that the editor shows the desk's value again. A draft stays while its editor has the
 * focus and other words than what is confirmed, or while it differs from the desk.
 */
export function isDone(
  draft: FieldDraft,
  { typing, value, view }: { typing: boolean; value: Value; view: SubCompositionView | undefined },
): boolean {
  if (typing || !draft.settled || draft.problem !== '') return false;
  return view !== draft.sentOn || JSON.stringify(draft.value) === JSON.stringify(value);
}
