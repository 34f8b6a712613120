import { OverlayError } from '../../contract/errors.ts';
import { health, metrics, readiness, openApiDocument, openApiPage } from '../../contract/service-api/health.ts';
import { handler } from './handler.ts';
import { createHash } from 'node:crypto';

export const healthAndApi = [
  handler(health, () => ({ body: { status: 'ok' as const } })),
  handler(readiness, (_request, { self }) => {
    const problem = self.unready();
    if (problem !== undefined) throw new OverlayError('not-ready', problem);
    return { body: { status: 'ready' as const } };
  }),
  handler(metrics, async (_request, { self }) => ({ text: await self.metrics() })),
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
