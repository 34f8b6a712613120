import type { SqliteConnection } from './connection.ts';

export interface Contents {
  add(text: string): number;
  text(id: number): string;
  /** Deletes a content unless a composition, revision or loaded composition refers to it. */
  release(id: number | null): void;
}

export function sqliteContents(connection: SqliteConnection): Contents {
  const add = connection.prepare('INSERT INTO contents (text) VALUES (?)');
  const text = connection.prepare('SELECT text FROM contents WHERE id = ?');
  const release = connection.prepare(
    `DELETE FROM contents WHERE id = ?1
       AND NOT EXISTS (SELECT 1 FROM compositions WHERE content_id = ?1)
       AND NOT EXISTS (SELECT 1 FROM revisions WHERE content_id = ?1)
       AND NOT EXISTS (SELECT 1 FROM loaded_compositions WHERE content_id = ?1)`,
  );
  return {
    add: (content) => {
      connection.copyLogLater(content.length);
      return Number(add.run(content).lastInsertRowid);
    },
    text: (id) => {
      const found = text.get(id);
      if (!found) throw new Error(`There is no content ${id}.`);
      return String(found.text);
    },
    release: (id) => void release.run(id),
  };
}
