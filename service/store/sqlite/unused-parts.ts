import { DatabaseSync } from 'node:sqlite';

export interface PurgedParts {
  assets: string[];
  graphics: string[];
}

/** Matches possible asset and graphic ids anywhere in a text: in paths, addresses and JSON. */
const ids = /(?<![\da-f])(?:[\da-f]{64}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})(?![\da-f])/g;

/** Deleted graphics and unowned assets that no content or value names. Slow: not for the serving thread. */
export function unusedParts(file: string): PurgedParts {
  using database = new DatabaseSync(file, { readOnly: true });
  const idsOf = (query: string): Set<string> => {
    const rows = database.prepare(query).all();
    return new Set(rows.map(({ id }) => String(id)));
  };
  // In one transaction the search sees a consistent state, despite writes of the service.
  database.exec('BEGIN');
  const graphics = idsOf('SELECT id FROM graphics WHERE deleted_at IS NOT NULL');
  const assets = idsOf('SELECT id FROM assets EXCEPT SELECT asset FROM account_assets WHERE deleted_at IS NULL');
  const texts = ['SELECT text FROM contents', 'SELECT value AS text FROM current_values'];
  for (const query of texts) {
    if (graphics.size + assets.size === 0) break;
    for (const { text } of database.prepare(query).iterate()) keepNamed(String(text), [graphics, assets]);
  }
  for (const { id, files } of database.prepare('SELECT id, files FROM graphics').iterate()) {
    if (!graphics.has(String(id))) keepNamed(String(files), [assets]);
  }
  return { assets: [...assets], graphics: [...graphics] };
}

function keepNamed(text: string, sets: readonly Set<string>[]): void {
  for (const [id] of text.matchAll(ids)) for (const set of sets) set.delete(id);
}
