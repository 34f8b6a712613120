import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf } from '../../../scene/content/content.ts';
import { builtService } from '../../kit/built.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { type ServiceProgram, startServiceWith } from '../../kit/service/service-program.ts';
import { firstAccount } from '../../kit/service/small-service.ts';
import { smallShow } from '../../kit/service/small-show.ts';

let data: string;
let program: ServiceProgram;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-jobs-'));
  program = await startServiceWith({ program: builtService }, '--data', data, '--seed', 'demo', '--port', '0');
});
afterAll(async () => {
  program.process.kill('SIGKILL');
  await program.ended;
  rmSync(data, { recursive: true });
});

it('the built service has the program of its threads beside it', async () => {
  const client = apiClient(program.ready, firstAccount);
  const content = contentOf(smallShow);
  const path = '/apiv1/compositions/1/content';
  const stored = await client.put(path, content);
  const refused = await client.put(path, { ...content, mainComposition: 'nobody' });
  const loaded = await client.put('/apiv1/appinstances/1/composition', { refId: '1' });
  expect([stored.status, refused.status, loaded.status]).toEqual([200, 400, 200]);
});
