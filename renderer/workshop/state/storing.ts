import type { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { OverlayError } from '../../../contract/errors.ts';
import type { DeskClient } from '../../state/desk.svelte.ts';
import { knownError } from '../../state/known-error.ts';
import type { Bench, StoredContent } from './bench.svelte.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.workshop;

/** Throws an `OverlayError`. */
export async function readStored(desk: DeskClient, id: number): Promise<StoredContent> {
  const { answer, revision } = await desk.serviceAt('readContent', { params: { composition_id: String(id) } });
  return { content: answer, revision };
}

/**
 * Stores a composition's edits, if any. If another author has stored it since, this throws, and the bench asks which to
 * keep. Throws the service's refusal, whose problems the bench also shows.
 */
export async function store(desk: DeskClient, bench: Bench): Promise<void> {
  const { content, entry } = bench;
  if (!bench.unsaved) return;
  const request = {
    params: { composition_id: String(entry.id) },
    body: content,
    ifMatch: bench.revision ?? undefined,
  };
  try {
    const { revision } = await desk.serviceAt('writeContent', request);
    bench.stored({ content, revision });
  } catch (thrown) {
    const { code, details } = knownError(thrown);
    if (code === 'changed-meanwhile') return orElsewhere(await readStored(desk, entry.id), { bench, content });
    if (details.length > 0) bench.checking.refused(details);
    throw thrown;
  }
}

/** An earlier request whose answer was lost may have stored these edits. */
function orElsewhere(theirs: StoredContent, { bench, content }: { bench: Bench; content: CompositionContent }): void {
  if (JSON.stringify(theirs.content) === JSON.stringify(content)) {
    return bench.stored({ content, revision: theirs.revision });
  }
  bench.elsewhere = theirs;
  throw new OverlayError('changed-meanwhile', words.savedMeanwhile);
}
