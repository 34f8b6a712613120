import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComparedApi, breakingChanges } from './open-api-changes.ts';
import { root } from './set-up.js';

export const acceptedPath = 'test/contract/accepted-openapi.json';

/** Returns the changes that break clients; empty if no document is accepted yet. */
export function brokenPromises(document: string): string[] {
  const accepted = acceptedDocument();
  if (accepted === undefined) return [];
  return breakingChanges(JSON.parse(accepted) as ComparedApi, JSON.parse(document) as ComparedApi);
}

export function acceptedDocument(): string | undefined {
  const file = join(root, acceptedPath);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
