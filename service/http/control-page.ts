import type { FastifyInstance } from 'fastify';
import { OverlayError } from '../../contract/errors.ts';
import type { Addresses } from '../addresses.ts';
import type { StoredApp } from '../store/app-instances.ts';
import type { Work } from '../work.ts';
import { escaped } from './graphic-pages.ts';
import { pageHeaders } from './pages.ts';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For people who open the control address of an app instance in a browser. */
export function addControlPage(server: FastifyInstance, { apps, addresses }: Work): void {
  server.get<{ Params: { token: string } }>('/control/:token', (request, reply) => {
    const { token } = request.params;
    const app = apps.byToken(token, ['app']);
    if (!app) throw new OverlayError('token-unknown');
    return reply
      .headers(pageHeaders(policy))
      .type('text/html; charset=utf-8')
      .send(controlPage(app.stored, addresses.controlApp(token), addresses));
  });
}

function controlPage({ name, outputs }: StoredApp, api: string, { base, onair }: Addresses): string {
  const link = (address: string, text: string): string => `<a href="${escaped(address)}">${text}</a>`;
  const pages = outputs.map(
    (output) => `<li>${link(onair(output.token), `On-air page of ${escaped(output.name)}`)}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)} - control address</title>
<h1>${escaped(name)}</h1>
<p>This is the control address of an app instance: broadcast graphics that Overlay Desk controls.
<strong>Whoever has this address can change what is on air.</strong></p>
<ul>
<li>To control the graphics, open Overlay Desk and paste this address under Connections.</li>
${pages.join('\n')}
<li>For programs: ${link(`${api}/control`, 'present values and states')}, ${link(`${api}/model`, 'graphics and their fields')},
${link(`${base}/openapi.html`, 'all calls')}</li>
</ul>
</html>
`;
}
