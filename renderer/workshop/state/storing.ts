import { asOverlayError } from '../../../contract/errors.ts';
import type { Bench } from './bench.svelte.ts';
import type { Surroundings } from './surroundings.ts';

/** Store the edits of a composition, where there are any. Throws what the service refuses, which the bench then shows too. */
export async function store({ service }: Pick<Surroundings, 'service'>, bench: Bench): Promise<void> {
  const { content, entry } = bench;
  if (!bench.unsaved) return;
  try {
    await service('writeContent', { params: { composition_id: String(entry.id) }, body: content });
  } catch (thrown) {
    const { details } = asOverlayError(thrown);
    if (details.length > 0) bench.checking.refused(details);
    throw thrown;
  }
  bench.stored(content);
}
