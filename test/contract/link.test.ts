import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import { type LinkContract, openLink, serveLink } from '../../contract/link/link.ts';
import { pipePair } from '../kit/pipe-pair.ts';

const contract = {
  calls: { double: { takes: z.object({ n: z.number() }), gives: z.number() } },
  events: { told: z.object({ n: z.number() }) },
} satisfies LinkContract;

function linked() {
  const pipe = pipePair();
  const logged: unknown[] = [];
  const tell = serveLink(pipe.far, contract, {
    calls: {
      double: ({ n }) => {
        if (n === 13) throw new OverlayError('not-connected', 'Not on the 13th.');
        if (n === 14) throw new Error('a secret of the desk');
        if (n === 15) return 15n as unknown as number;
        return n * 2;
      },
    },
    knownError: (thrown) => {
      if (!(thrown instanceof OverlayError)) logged.push(thrown);
      return asOverlayError(thrown, 'desk-failed');
    },
  });
  return { pipe, tell, logged, client: openLink(pipe.near, contract) };
}

describe('a link', () => {
  it('carries calls and answers', async () => {
    const { client } = linked();
    expect(await Promise.all([client.call('double', { n: 2 }), client.call('double', { n: 4 })])).toEqual([4, 8]);
  });

  it('carries events to who listens', async () => {
    const { client, tell } = linked();
    const told: unknown[] = [];
    client.on('told', (event) => told.push(event));
    tell('told', { n: 1 });
    await client.call('double', { n: 0 });
    expect(told).toEqual([{ n: 1 }]);
  });

  it('carries an error with its code and words, and of an unexpected one nothing but that it was', async () => {
    const { client, logged } = linked();
    await expect(client.call('double', { n: 13 })).rejects.toMatchObject({
      code: 'not-connected',
      message: 'Not on the 13th.',
    });
    await expect(client.call('double', { n: 14 })).rejects.toMatchObject({
      code: 'desk-failed',
      message: expect.not.stringContaining('secret') as string,
    });
    expect(logged).toEqual([new Error('a secret of the desk')]);
  });

  it('answers a call with an error when its answer cannot be written out', async () => {
    const { client, logged } = linked();
    await expect(client.call('double', { n: 15 })).rejects.toMatchObject({ code: 'desk-failed' });
    expect(logged).toEqual([expect.any(TypeError)]);
  });

  it('refuses a call that does not exist, or that asks for the wrong thing', async () => {
    const { client } = linked();
    const asked = client.call as (name: string, request: unknown) => Promise<unknown>;
    await expect(asked('toString', {})).rejects.toMatchObject({ code: 'call-invalid' });
    await expect(asked('double', { n: 'two' })).rejects.toMatchObject({ code: 'call-invalid' });
  });

  it('that breaks fails what is open and what comes after', async () => {
    const { client, pipe } = linked();
    const open = client.call('double', { n: 1 });
    pipe.close();
    await expect(open).rejects.toMatchObject({ code: 'desk-gone' });
    await expect(client.call('double', { n: 1 })).rejects.toMatchObject({ code: 'desk-gone' });
  });

  it('ignores what is no message', async () => {
    const { client, pipe } = linked();
    for (const text of [
      '',
      'null',
      '[]',
      '{"id":"x"}',
      '{',
      '{"event":"toString"}',
      '{"event":"constructor","told":{}}',
    ]) {
      pipe.near.send(text);
      pipe.far.send(text);
    }
    expect(await client.call('double', { n: 2 })).toBe(4);
  });
});
