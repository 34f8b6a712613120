import { health } from '../../../contract/service-api/health.ts';
import type { HttpAnswer } from '../../../desk/ports.ts';

/** Whether a request asks only how the service does: a desk keeps its sockets open so, and it is about nothing in a show. */
export function asksHealth({ url = '' }: { url?: string | undefined }): boolean {
  return url.endsWith(health.path);
}

/** The answer to that. */
export const healthy: HttpAnswer = {
  status: 200,
  body: JSON.stringify(health.example.answer),
  etag: null,
  headers: {},
};
