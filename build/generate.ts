import { errorTable } from '../contract/errors.ts';
import { endpoints } from '../contract/service-api/endpoints.ts';
import { type ApiDocument, openApiPage } from './open-api-page.ts';
import { openApi } from './open-api.ts';
import version from '../package.json' with { type: 'json' };

/** Every generated file: its path in the project, and what must be in it. */
export function generated(): Map<string, string> {
  const api = openApi(endpoints, version.version);
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/openapi.json', `${JSON.stringify(api, undefined, 2)}\n`],
    ['docs/openapi.html', openApiPage(api as unknown as ApiDocument)],
  ]);
}

function errorsPage(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, operator }]) => `| \`${code}\` | ${String(status ?? '')} | ${operator} |`,
  );
  return [
    '# Errors',
    '',
    'Generated from `contract/errors.ts` by `npm run generate`. Where there is no HTTP status, the error never crosses HTTP.',
    '',
    '| code | HTTP status | what the operator reads |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
