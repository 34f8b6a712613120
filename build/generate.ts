import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskEndpoints } from '../contract/desk-api/http-api.ts';
import { type Becomes, type ErrorRow, errorTable } from '../contract/errors.ts';
import { endpoints } from '../contract/service-api/endpoints.ts';
import { coercionsTable, itemCoercionsList, ofDesk, openApi } from './open-api.ts';
import { root } from './set-up.js';
import { openApiPage, type ShownApi } from './open-api-page.ts';
import version from '../package.json' with { type: 'json' };
import { dependenciesPage, dependenciesPath } from './supply/dependencies-page.ts';

export function generated(): Map<string, string> {
  const api = openApi(endpoints, version.version);
  const remote = deskEndpoints.map(({ endpoint }) => endpoint);
  const deskApi = openApi(remote, version.version, ofDesk);
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/openapi.json', `${JSON.stringify(api, undefined, 2)}\n`],
    ['docs/desk-openapi.json', `${JSON.stringify(deskApi, undefined, 2)}\n`],
    [dependenciesPath, dependenciesPage()],
    ['docs/openapi.html', openApiPage(api as unknown as ShownApi)],
    ['docs/service.md', withCoercions(readFileSync(join(root, 'docs/service.md'), 'utf8'))],
  ]);
}

/** Throws if the two marker comments are missing. */
function withCoercions(document: string): string {
  const place = /(<!-- coercions, by npm run generate -->\n)[^]*(\n<!-- end of coercions -->)/;
  if (!place.test(document)) throw new Error('docs/service.md has no place for the table of coercions.');
  const written = `\n${coercionsTable()}\n\n${itemCoercionsList('first')}\n`;
  return document.replace(place, (_, before: string, after: string) => before + written + after);
}

const becomesWords: Record<Becomes, string> = {
  failed: 'nothing was changed. The same may succeed later.',
  refused: 'nothing was changed, and the same will be refused again. The desk does not repeat it.',
  wait: 'nothing was changed. The other end is there and takes it later.',
  unknown: 'if it was sent, it is not known whether it happened. If it was never sent, it failed.',
  lost: 'as unknown, and the other end is gone. What was never sent stays on offer to be asked again.',
  unsent: 'it was never sent, because there was no connection. It stays on offer to be asked again.',
};

function errorsPage(): string {
  const rows = Object.entries<ErrorRow>(errorTable).map(
    ([code, { status, becomes, fault, operator }]) =>
      `| \`${code}\` | ${String(status ?? '')} | ${becomes}${fault ? ', logged' : ''} | ${operator} |`,
  );
  return [
    '# Errors',
    '',
    'Generated from `contract/errors.ts` by `npm run generate`. Where there is no HTTP status, the error never crosses HTTP.',
    '',
    'What becomes of an operation that ends with the error:',
    '',
    ...Object.entries(becomesWords).map(([becomes, words]) => `- **${becomes}**: ${words}`),
    '',
    'A panic that is not confirmed is an alarm, whatever its error. *Logged* means that the service failed and its log says why.',
    '',
    '| code | HTTP status | what becomes of it | what the operator reads |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
