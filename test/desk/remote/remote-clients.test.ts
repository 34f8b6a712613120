import { texts } from '../../../contract/texts/texts.ts';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeptClient, RemoteClients } from '../../../desk/remote/remote-clients.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

function clients(kept: readonly KeptClient[] = []) {
  const clock = new ManualClock();
  const saved: (readonly KeptClient[])[] = [];
  let ids = 0;
  const ground = { clock, randomBytes, newId: () => `client ${(ids += 1)}` };
  const all = new RemoteClients(kept, ground, {
    save: (list) => saved.push(list),
    changed: () => undefined,
    revoked: () => undefined,
  });
  return { all, clock, saved };
}

const local = '127.0.0.1';
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'let in';
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

describe('a client of the HTTP API', () => {
  it.each([
    [[], '127.0.0.1', 'let in'],
    [[], '::1', 'let in'],
    [[], '::ffff:127.0.0.1', 'let in'],
    [[], '192.0.2.7', 'forbidden'],
    [['192.0.2.7'], '192.0.2.7', 'let in'],
    [['192.0.2.7'], '::ffff:192.0.2.7', 'let in'],
    [['192.0.2.0/24'], '192.0.2.200', 'let in'],
    [['192.0.2.0/24'], '192.0.3.1', 'forbidden'],
    [['2001:db8::/32'], '2001:db8::9', 'let in'],
    [['2001:db8::/32'], '2001:db9::9', 'forbidden'],
  ])('with the addresses %j comes from %s: %s', (addresses, address, outcome) => {
    const { all } = clients();
    const { token } = all.add({ name: 'Panel', right: 'watch', addresses });
    expect(codeOf(() => all.admit({ token, address, right: 'watch' }))).toBe(outcome);
  });

  it('is known again after a restart, and not after it was removed', () => {
    const before = clients();
    const { id, token } = before.all.add({ name: 'Panel', right: 'watch', addresses: [] });
    const { all } = clients(before.saved.at(-1));
    expect(codeOf(() => all.admit({ token, address: local, right: 'watch' }))).toBe('let in');
    all.remove(id);
    expect(codeOf(() => all.admit({ token, address: local, right: 'watch' }))).toBe('unauthorized');
  });

  it('is let in by its new token only, and is what it was before', () => {
    const { all, saved } = clients();
    const choice = { name: 'Panel', right: 'fire' as const, addresses: ['192.0.2.7'] };
    const { id, token } = all.add({ ...choice, only: { triggers: ['go'], targets: [] } });
    const before = all.view;
    const again = all.replaceToken(id);
    const tried = [token, again.token].map((one) =>
      codeOf(() => all.admit({ token: one, address: local, right: 'fire' })),
    );
    expect([again.id, tried]).toEqual([id, ['unauthorized', 'let in']]);
    expect(all.view).toEqual(before.map((client) => ({ ...client, seen: expect.any(Number) as number })));
    expect(JSON.stringify(saved)).not.toContain(again.token);
  });

  it('is changed in all but its token, and to no name that another one has', () => {
    const { all, saved } = clients();
    const choice = { right: 'fire' as const, addresses: [] };
    const { id, token } = all.add({ name: 'Panel', ...choice, only: { triggers: ['go'], targets: [] } });
    all.add({ name: 'Scores', ...choice });
    expect(() => all.change({ id, name: 'Scores', ...choice })).toThrow(texts.remote.clientExists('Scores'));
    const changed = { id, name: 'Panel', right: 'edit' as const, addresses: ['192.0.2.0/24'] };
    all.change(changed);
    expect(all.view[0]).toEqual({ ...changed, seen: null });
    expect(codeOf(() => all.admit({ token, address: '192.0.2.9', right: 'edit' }))).toBe('let in');
    expect(clients(saved.at(-1)).all.view[0]).toEqual({ ...changed, seen: null });
    all.remove(id);
    expect(() => all.change(changed)).toThrow('There is no such client any more.');
    expect(() => all.replaceToken(id)).toThrow('There is no such client any more.');
  });

  it('may make a hundred requests at once, and fifty more each second', () => {
    const { all, clock } = clients();
    const { token } = all.add({ name: 'Panel', right: 'watch', addresses: [] });
    const ask = (): string => codeOf(() => all.admit({ token, address: local, right: 'watch' }));
    const made = (count: number): number => Array.from({ length: count }, ask).filter((one) => one === 'let in').length;
    expect([made(150), ask()]).toEqual([100, 'too-many']);
    clock.jump(1_000);
    expect(made(80)).toBe(50);
  });

  it('is not shut out by a program at its address that goes on trying wrong tokens, which waits', () => {
    const { all, clock } = clients();
    const { token } = all.add({ name: 'Panel', right: 'fire', addresses: [] });
    const tried = (given: string): string => codeOf(() => all.admit({ token: given, address: local, right: 'fire' }));
    expect(Array.from({ length: 11 }, () => tried('wrong')).slice(-2)).toEqual(['unauthorized', 'too-many']);
    expect(tried(token)).toBe('let in');
    clock.jump(5_000);
    expect([tried('wrong'), tried('wrong')]).toEqual(['unauthorized', 'too-many']);
  });
});
