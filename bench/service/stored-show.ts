import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { Field } from '../../contract/model/field.ts';
import { contentOf } from '../../scene/content/content.ts';
import { openSqliteStore, type Store } from '../../service/store/store.ts';

/** How large a show is: its sub-compositions, and the fields of each. */
export interface Size {
  subs: number;
  fieldsEach: number;
}

const at = '2026-01-01T00:00:00.000Z';

function textField(index: number): Field {
  const text = `Text of field ${index}`;
  return {
    id: `field${index}`,
    title: `Field ${index}`,
    type: 'text',
    defaultValue: text,
    resetValue: text,
    immediateUpdate: false,
    index,
  };
}

function subComposition(name: string, fields: Field[], subcompositions: SubComposition[] = []): SubComposition {
  return {
    id: randomUUID(),
    name,
    fields,
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions,
  };
}

/** A composition of this size, of text fields. */
export function compositionOfSize({ subs, fieldsEach }: Size): Composition {
  const fields = (): Field[] => Array.from({ length: fieldsEach }, (_, index) => textField(index));
  const under = Array.from({ length: subs }, (_, index) => subComposition(`Graphic ${index}`, fields()));
  return { version: 1, root: subComposition('Show', [], under) };
}

/** Whose things a store is filled with. */
export interface Owner {
  id: number;
  accountId: number;
}

/** A composition with an app instance that has it loaded. */
export interface StoredPair {
  app: { id: number; token: string; outputToken: string };
  composition: { id: number };
}

/** Put a composition and an app instance that shows it into the owner's root folder. */
export function addShow(store: Store, owner: Owner, composition: Composition): StoredPair {
  const { accountId, id: userId } = owner;
  const folder = store.rootFolder(accountId).fid;
  const whose = { accountId, userId, folder };
  const content = JSON.stringify(contentOf(composition));
  const { id, contentId } = store.addComposition({ ...whose, name: composition.root.name, content }, made());
  const token = randomBytes(24).toString('base64url');
  const outputToken = randomBytes(24).toString('base64url');
  const app = store.addAppInstance(
    {
      ...whose,
      name: composition.root.name,
      templateId: 57,
      templateVersion: 1,
      token,
      shared: false,
      outputs: [{ name: 'Output', token: outputToken, shown: { compositionId: id, contentId } }],
    },
    made(),
  );
  return { app: { id: app.id, token, outputToken }, composition: { id } };
}

/** A data directory that goes away with the bench. */
export function dataDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'overlay-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Fill the store of a data directory, all in one transaction. */
export function fill<Result>(directory: string, put: (store: Store) => Result): Result {
  const store = openSqliteStore(directory);
  try {
    return store.transaction(() => put(store));
  } finally {
    store.close();
  }
}

/** One account that nobody signs in to, for shows that are reached by their tokens. */
export function addOwner(store: Store, email = 'bench@example.org'): Owner {
  return store.addUser({ email, passwordHash: '' }, made());
}

export function made(): { at: string; fid: string } {
  return { at, fid: randomUUID() };
}
