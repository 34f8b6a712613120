import { openApiDocument, openApiPage } from '../../contract/service-api/health.ts';
import { handler } from './handler.ts';
import { type ApiDocument, openApiPage as page } from './openapi-page.ts';

/** Extensions: the description of the service, for programs and for people. */
export const openApiHandlers = [
  handler(openApiDocument, async (_request, { self }) => ({ text: await self.openApi() })),
  handler(openApiPage, async (_request, { self }) => page(JSON.parse(await self.openApi()) as ApiDocument)),
];
