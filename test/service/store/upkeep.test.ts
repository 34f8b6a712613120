import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { backUp, check, openBeside, restore } from '../../../service/store/sqlite/upkeep.ts';
import { type FilledStore, fillStore } from '../../kit/service/filled-store.ts';
import { ids } from '../../kit/service/small-show.ts';

let filled: FilledStore;
beforeEach(() => {
  filled = fillStore();
  const { id: compositionId, contentId } = filled.addComposition();
  filled.addApp({ shown: { compositionId, contentId } });
});
afterEach(() => filled.remove());

const path = (name: string): string => join(filled.directory, name);
const at = '2026-11-21T12:00:00.000Z';
const goals = (revision: number) =>
  filled.store.commit([
    {
      appId: 1,
      revision,
      changes: [{ id: ids.home, payload: { goals: String(revision) }, state: 'In' }],
      loadedOf: () => 1,
    },
  ]);

function refusal(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (thrown) {
    const { code, message } = thrown as OverlayError;
    return { code, message };
  }
  throw new Error('It was not refused.');
}

/** Act while no service has the data. */
function stopped<Result>(act: () => Result): Result {
  filled.store.close();
  try {
    return act();
  } finally {
    filled.open();
  }
}

describe('a second program beside the service', () => {
  it('reads and writes, and the service hears of it', () => {
    expect(filled.store.changedElsewhere()).toBe(false);
    goals(1);
    expect(filled.store.changedElsewhere()).toBe(false);
    const beside = openBeside(filled.directory);
    beside.addUser({ email: 'grace@example.org', passwordHash: 'hash' }, { at, fid: 'fid' });
    beside.close();
    expect([filled.store.changedElsewhere(), filled.store.changedElsewhere()]).toEqual([true, false]);
    expect(filled.store.users().map(({ email }) => email)).toEqual(['ada@example.org', 'grace@example.org']);
    goals(2);
  });
});

describe('a backup', () => {
  it('of a service that runs is whole and of one moment', () => {
    goals(1);
    backUp(filled.directory, path('copy.db'));
    goals(2);
    const kept = stopped(() => restore(filled.directory, path('copy.db'), at));
    // No reader can know this revision, whichever of the two databases it had read.
    expect([kept, filled.store.appInstance(1, 1)?.revision, filled.store.show(1)]).toEqual([
      path('service.db.replaced-2026-11-21T12-00-00.000Z'),
      3,
      { values: [{ sub: ids.home, field: 'goals', value: '1' }], states: [{ sub: ids.home, state: 'In' }] },
    ]);
    const before = new DatabaseSync(kept ?? '', { readOnly: true });
    expect(before.prepare('SELECT revision FROM app_instances').get()).toEqual({ revision: 2 });
    before.close();
  });

  it.each([
    ['an existing file', () => path('service.db'), 'exists already. Name a file that does not.'],
    ['a directory that is not there', () => path('none/copy.db'), 'There is no directory'],
  ])('is not made into %s', (_, target, words) => {
    expect(refusal(() => backUp(filled.directory, target())).message).toContain(words);
  });

  it('leaves nothing behind but the copy', () => {
    backUp(filled.directory, path('copy.db'));
    const names = ['copy.db', 'service.db', 'service.db-shm', 'service.db-wal', 'service.lock'];
    expect(readdirSync(filled.directory)).toEqual(names);
  });
});

describe('a restore', () => {
  it('is refused while the service runs', () => {
    backUp(filled.directory, path('copy.db'));
    expect(refusal(() => restore(filled.directory, path('copy.db'), at))).toEqual({
      code: 'database-in-use',
      message:
        `The database ${path('service.db')} is in use by another service. ` +
        'Stop that one, or name another directory with --data.',
    });
  });

  it.each([
    ['no database', () => writeFileSync(path('bad.db'), 'no database'.repeat(1_000)), 'it is not a database'],
    ['nothing', () => writeFileSync(path('bad.db'), ''), 'it is empty'],
    ['damaged', damagedCopy, 'it is damaged'],
  ])('of a file that is %s is refused, and the database stays', (_, make, reason) => {
    make();
    const before = stopped(() => {
      const bytes = readFileSync(path('service.db'));
      const { code, message } = refusal(() => restore(filled.directory, path('bad.db'), at));
      expect([code, message.includes(reason)]).toEqual(['database-unreadable', true]);
      return bytes.equals(readFileSync(path('service.db')));
    });
    expect([before, filled.store.appInstances(1).length]).toEqual([true, 1]);
  });

  it('of itself, or of a file that is not there, is refused', () => {
    stopped(() => {
      expect(refusal(() => restore(filled.directory, path('service.db'), at)).message).toContain('the database itself');
      expect(refusal(() => restore(filled.directory, path('none'), at)).message).toContain('There is no file');
    });
  });

  it('keeps a database that is damaged as it is, with its log', () => {
    backUp(filled.directory, path('copy.db'));
    filled.store.close();
    writeFileSync(path('service.db'), 'ruined'.repeat(10_000));
    writeFileSync(path('service.db-wal'), 'log');
    const kept = restore(filled.directory, path('copy.db'), at) ?? '';
    filled.open();
    expect([statSync(kept).size, readFileSync(`${kept}-wal`, 'utf8'), existsSync(path('copy.db'))]).toEqual([
      60_000,
      'log',
      true,
    ]);
    expect(filled.store.appInstances(1).length).toBe(1);
  });
});

describe('a check', () => {
  it('finds nothing wrong in what is fine, also while the service runs', () => {
    goals(1);
    expect([check(filled.directory), stopped(() => check(filled.directory))]).toEqual([[], []]);
  });

  it.each([
    [
      'a lost content',
      'PRAGMA foreign_keys = OFF; DELETE FROM contents',
      [
        'loaded_compositions 1 refers to contents that are not there',
        'compositions 1 refers to contents that are not there',
      ],
    ],
    [
      'a content nobody has',
      `INSERT INTO contents (text) SELECT text FROM contents`,
      ['there is a content that nothing points at: 2'],
    ],
    [
      'a content that is none',
      `UPDATE contents SET text = 'x'`,
      [expect.stringContaining('there is a content that is no composition: 1 (')],
    ],
    [
      'a token with another hash',
      `UPDATE app_instances SET token = 'other'`,
      ['there is an app instance whose tokens open nothing: 1'],
    ],
    [
      'an output token with another hash',
      `UPDATE outputs SET token = 'other'`,
      ['there is an app instance whose tokens open nothing: 1'],
    ],
    [
      'outputs with a gap',
      `UPDATE outputs SET place = 1`,
      ['there is an app instance whose outputs are not counted from 0: 1'],
    ],
    [
      'a loaded composition that is shown nowhere',
      `UPDATE outputs SET loaded_id = NULL`,
      ['there is an app instance with a loaded composition that no output shows: 1'],
    ],
    [
      'an output that shows what another app instance has loaded',
      `INSERT INTO app_instances
         (id, account_id, user_id, fid, folder, name, template_id, template_version, shared, sort_order, created_at, updated_at)
         SELECT 2, account_id, user_id, 'other', folder, name, 57, 1, 0, 9, '', '' FROM app_instances WHERE id = 1;
       INSERT INTO loaded_compositions (app_id, composition_id, content_id) VALUES (2, 1, 1);
       UPDATE outputs SET loaded_id = 2`,
      [
        'there is an app instance with an output that shows what another one has loaded: 1',
        'there is an app instance with a loaded composition that no output shows: 1',
      ],
    ],
    [
      'a state that is none',
      `INSERT INTO current_states VALUES (1, 'x', 'Sideways')`,
      ['there is an app instance with a state that does not exist: 1'],
    ],
    [
      'a value that is none',
      `INSERT INTO current_values VALUES (1, 'x', 'y', '{')`,
      ['there is an app instance with a value that is no JSON: 1'],
    ],
    [
      'folders that go round',
      `INSERT INTO folders (fid, account_id, parent, name, sort_order, created_at, updated_at)
         VALUES ('one', 1, 'two', '', 0, '', ''), ('two', 1, 'one', '', 0, '', '')`,
      ['there is a folder that does not lead to a root: 2', 'there is a folder that does not lead to a root: 3'],
    ],
    [
      'an asset that lost some of its bytes',
      `INSERT INTO assets VALUES ('a', 5, ''), ('b', 3, ''); INSERT INTO asset_chunks VALUES ('a', 0, x'010203'), ('b', 0, x'010203')`,
      ['there is an asset without all of its bytes: a'],
    ],
    [
      'a graphic that lost a file',
      `INSERT INTO graphics VALUES
         ('one', 1, '', '{}', '{"main.js":"gone"}', 0, '', NULL), ('two', 1, '', '{}', '{', 0, '', NULL)`,
      ['there is a graphic without a list of files: two', 'there is a graphic with a file that is not there: one'],
    ],
    [
      'an account that sees another one’s',
      `INSERT INTO accounts VALUES (2, ''); UPDATE compositions SET account_id = 2`,
      [
        'there is an account without exactly one root folder: 2',
        'there is a composition in a folder of another account: 1',
        'there is an app instance that shows a composition of another account: 1',
      ],
    ],
  ])('names %s', (_, breaking, problems) => {
    const database = new DatabaseSync(path('service.db'));
    database.exec(breaking);
    database.close();
    expect(check(filled.directory)).toEqual(problems);
  });

  it('names damage', () => {
    stopped(() => {
      const bytes = readFileSync(path('service.db'));
      const database = new DatabaseSync(path('service.db'));
      const root = Number(
        database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'compositions_by_content'`).get()?.rootpage,
      );
      database.close();
      // An index that has lost its entry: SQLite reads it, and it is wrong.
      const wrong = Buffer.from(bytes);
      wrong.writeUInt16BE(0, (root - 1) * 4_096 + 3);
      writeFileSync(path('service.db'), wrong);
      const { code, message } = refusal(() => check(filled.directory));
      expect([code, message.includes('it is damaged')]).toEqual(['database-unreadable', true]);
      writeFileSync(path('service.db'), bytes);
    });
  });
});

function damagedCopy(): void {
  backUp(filled.directory, path('bad.db'));
  const bytes = readFileSync(path('bad.db'));
  bytes.fill(0xff, 4_096 * 2, 4_096 * 3);
  writeFileSync(path('bad.db'), bytes);
}
