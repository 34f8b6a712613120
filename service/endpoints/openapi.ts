import { createHash } from 'node:crypto';
import { openApiDocument, openApiPage } from '../../contract/service-api/health.ts';
import { handler } from './handler.ts';

export const openApiHandlers = [
  handler(openApiDocument, async (_request, { self }) => ({ text: await self.openApi('openapi.json') })),
  handler(openApiPage, async (_request, { self }) => {
    const text = await self.openApi('openapi.html');
    return { text, headers: { 'content-security-policy': policyOf(text) } };
  }),
];

/** The page loads and runs nothing; the policy allows its single style by hash. */
function policyOf(page: string): string {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
