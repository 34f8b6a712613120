import { knownError } from '../../state/known-error.ts';
import type { Bench } from './bench.svelte.ts';
import type { WorkshopPorts } from './workshop-ports.ts';

/** Stores the edits of a composition, if it has any. Throws the refusal of the service, whose problems the bench shows too. */
export async function store({ service }: Pick<WorkshopPorts, 'service'>, bench: Bench): Promise<void> {
  const { content, entry } = bench;
  if (!bench.unsaved) return;
  try {
    await service('writeContent', { params: { composition_id: String(entry.id) }, body: content });
  } catch (thrown) {
    const { details } = knownError(thrown);
    if (details.length > 0) bench.checking.refused(details);
    throw thrown;
  }
  bench.stored(content);
}
