import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { firstEmail } from '../../contract/service-api/first-email.ts';
import { accountFile } from '../../node/secret-file.ts';
import { serviceIn } from '../../host/processes.ts';

it('the service of a desk hands it its account, whatever a service alone would take from the environment', async () => {
  const data = mkdtempSync(join(tmpdir(), 'service-in-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  vi.stubEnv('OVERLAY_ADMIN_USER', 'somebody@example.org');
  vi.stubEnv('OVERLAY_ADMIN_PASSWORD', 'of a service alone');
  const service = serviceIn(data, () => undefined)({ port: 0, mediaPort: 0 });
  await service.ready;
  expect(await accountFile(data).read()).toEqual({
    email: firstEmail,
    password: expect.not.stringContaining('of a service alone') as string,
  });
  service.stop();
  await service.ended;
});
