import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningDesk, startDesk } from '../kit/desk/running-desk.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';

let service: ServiceProgram;
let gallery: RunningDesk;
let truck: RunningDesk;
let data: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'overlay-desks-'));
  service = await startService('--data', data, '--seed', 'demo');
  [gallery, truck] = await Promise.all([startDesk(), startDesk()]);
  for (const [desk, name] of [
    [gallery, 'Gallery'],
    [truck, 'Truck'],
  ] as const) {
    await desk.screen.call('nameDesk', { name });
    const secret = service.ready.apps[0]?.token ?? '';
    await desk.connect({ kind: 'token', name: 'News', base: service.ready.url, secret });
  }
});
afterAll(async () => {
  await Promise.all([gallery.close(), truck.close()]);
  service.process.kill('SIGTERM');
  await service.ended;
  rmSync(data, { recursive: true });
});

const third = (desk: RunningDesk): string => desk.id('Lower Third');
const text = (desk: RunningDesk): string =>
  desk.view.model[0]?.subcompositions.find(({ id }) => id === third(desk))?.model.find(({ type }) => type === 'text')
    ?.id ?? '';

it('what one desk takes on air is on air at the other, marked as changed elsewhere', async () => {
  await gallery.screen.call('do', { action: { do: 'take', subComposition: third(gallery), to: 'In', action: 'jump' } });
  await truck.until(({ subs }) => subs[third(truck)]?.tally === 'ON AIR');
  expect(truck.view.subs[third(truck)]?.changed).not.toBeNull();
  await gallery.until(({ subs }) => subs[third(gallery)]?.tally === 'ON AIR');
  expect(gallery.view.subs[third(gallery)]?.changed).toBeNull();
});

it('who edits words is known at the other desk, until they are sent', async () => {
  await gallery.screen.call('do', {
    action: { do: 'set', subComposition: third(gallery), field: text(gallery), value: 'Ada' },
  });
  await truck.until(({ subs }) => subs[third(truck)]?.holder === 'Gallery');
  expect(gallery.view.subs[third(gallery)]?.holder).toBeNull();
  await gallery.screen.call('do', { action: { do: 'update', subComposition: third(gallery) } });
  await truck.until(({ subs }) => subs[third(truck)]?.holder === null);
  await truck.until(({ subs }) => subs[third(truck)]?.values[text(truck)] === 'Ada');
});

it('a held one is taken over by one press, and both desks say so', async () => {
  await gallery.screen.call('do', {
    action: { do: 'set', subComposition: third(gallery), field: text(gallery), value: 'Grace' },
  });
  await truck.until(({ subs }) => subs[third(truck)]?.holder === 'Gallery');
  await truck.screen.call('takeOver', { address: third(truck) });
  await gallery.until(({ subs }) => subs[third(gallery)]?.holder === 'Truck');
  await truck.until(({ subs }) => subs[third(truck)]?.holder === null);
  expect(gallery.view.notices.map((notice) => notice.text)).toContain('Truck took over Lower Third.');
  expect(truck.lines.map(({ action, result }) => [action, result])).toEqual([['Take over', 'confirmed']]);
});

it('a hold keeps nobody from sending', async () => {
  await gallery.screen.call('do', { action: { do: 'update', subComposition: third(gallery) } });
  await truck.until(({ subs }) => subs[third(truck)]?.values[text(truck)] === 'Grace');
  expect(gallery.view.subs[third(gallery)]?.holder).toBe('Truck');
});

it('a desk that goes away lets go of what it held', async () => {
  await truck.screen.call('hold', { address: third(truck) });
  await gallery.until(({ subs }) => subs[third(gallery)]?.holder === 'Truck');
  await truck.close();
  await gallery.until(({ subs }) => subs[third(gallery)]?.holder === null);
  expect(gallery.view.apps[0]?.connection.status).toBe('live');
});
