import { DataLink } from '../../contract/desk-api/data-link.ts';
import { Source } from '../../contract/desk-api/source.ts';
import type { ShowData } from './edit-sources.ts';

/** The lower third shows the first guest from the start, so a new desk has nothing staged. */
export const demoGuests = [
  ['name', 'role'],
  ['Eleanor Marsh', 'Chief Political Correspondent'],
  ['Ingrid Solheim', 'Mayor of Northgate'],
  ['Tomás Ferreira', 'Harbour City Rail'],
  ['Dr. Amara Obi', 'Storm researcher, University of the Isles'],
  ['Jun Watanabe', 'Coach of Harbour City'],
];

export function demoData(path: string): ShowData {
  const source = Source.parse({ id: 'demo-guests', name: 'Guests', from: { kind: 'file', path }, key: 'name' });
  const link = DataLink.parse({
    subComposition: 'embedded-1/3b1f7a52-8c4d-4e0a-9d27-5f6a1c2e7b01',
    name: 'Lower Third',
    source: source.id,
    fields: { name: { path: 'name' }, role: { path: 'role' } },
  });
  return { sources: [source], links: [link] };
}

export function demoTable(): string {
  return `${demoGuests.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n')}\n`;
}
