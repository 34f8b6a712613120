import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import { justNow, type LinkContract, nothing, openLink, serveLink } from '../../contract/link/link.ts';
import { ManualClock } from '../kit/manual-clock.ts';
import { captions } from '../../contract/words/words.ts';
import { pipePair } from '../../contract/link/pipe-pair.ts';

const contract = {
  calls: { double: { takes: z.object({ n: z.number().min(0) }), gives: z.number() } },
  events: { told: z.object({ n: z.number() }) },
} satisfies LinkContract;

function linked() {
  const pipe = pipePair();
  const logged: unknown[] = [];
  const { emit } = serveLink(pipe.far, contract, {
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
  return { pipe, emit, logged, client: openLink(pipe.near, contract) };
}

describe('a link', () => {
  it('carries calls and answers', async () => {
    const { client } = linked();
    expect(await Promise.all([client.call('double', { n: 2 }), client.call('double', { n: 4 })])).toEqual([4, 8]);
  });

  it('carries events to who listens', async () => {
    const { client, emit } = linked();
    const told: unknown[] = [];
    client.on('told', (event) => told.push(event));
    emit('told', { n: 1 });
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
    for (const [n, problem] of [
      ['two', 'expected number, received string'],
      [-1, 'expected a number of at least 0'],
    ] as const) {
      const message = captions.callRefused(`n: ${problem}`);
      await expect(asked('double', { n })).rejects.toMatchObject({ code: 'call-invalid', message });
    }
  });

  it('that breaks fails what is open and what comes after', async () => {
    const { client, pipe } = linked();
    const open = client.call('double', { n: 1 });
    pipe.close();
    await expect(open).rejects.toMatchObject({ code: 'desk-gone' });
    await expect(client.call('double', { n: 1 })).rejects.toMatchObject({ code: 'desk-gone' });
  });

  it('answers null on the wire where a call gives nothing, at once or later', async () => {
    const pipe = pipePair();
    const silent = {
      calls: { now: { takes: z.object({}), gives: nothing }, later: { takes: z.object({}), gives: nothing } },
      events: {},
    } satisfies LinkContract;
    const done: string[] = [];
    serveLink(pipe.far, silent, {
      calls: {
        now: () => void done.push('now'),
        later: async () => void done.push('later'),
      },
      knownError: asOverlayError,
    });
    const texts: string[] = [];
    pipe.near.onMessage((text) => texts.push(text));
    const client = openLink(pipe.near, silent);
    await Promise.all([client.call('now', {}), client.call('later', {})]);
    expect([done, texts]).toEqual([
      ['now', 'later'],
      ['{"id":1,"answer":null}', '{"id":2,"answer":null}'],
    ]);
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

describe('the age of a call', () => {
  /** A link whose near end holds back what it sends while `held`. */
  async function timed() {
    const [pipe, clock] = [pipePair(), new ManualClock()];
    const ages: number[] = [];
    const told: string[] = [];
    let held: (() => void)[] | undefined;
    const served = serveLink(pipe.far, contract, {
      calls: {
        double: ({ n }, { age } = justNow) => {
          ages.push(Math.round(age));
          return n * 2;
        },
      },
      clock,
      knownError: (thrown) => asOverlayError(thrown, 'desk-failed'),
    });
    pipe.near.onMessage((text) => told.push(text));
    let slept = 0;
    let asleepSince: number | undefined;
    const near = {
      onMessage: pipe.near.onMessage.bind(pipe.near),
      onClose: pipe.near.onClose.bind(pipe.near),
      send: (text: string) => (held ? void held.push(() => pipe.near.send(text)) : pipe.near.send(text)),
    };
    const client = openLink(near, contract, () => 7_000_000 + (asleepSince ?? clock.monotonic()) - slept);
    const press = async (): Promise<void> => {
      void client.call('double', { n: 1 });
      await clock.pass(0);
    };
    const hold = (): void => void (held = []);
    const release = async (): Promise<void> => {
      const waiting = held ?? [];
      held = undefined;
      for (const send of waiting) send();
      await clock.pass(0);
    };
    /** The caller sleeps: its clock stands still, and it answers nothing before it wakes up. Less than 0: the desk sleeps. */
    const sleep = async (milliseconds: number): Promise<void> => {
      // The clock of the desk stood still instead.
      if (milliseconds < 0) return void (slept += milliseconds);
      hold();
      asleepSince = clock.monotonic();
      await clock.pass(milliseconds);
      slept += milliseconds;
      asleepSince = undefined;
      await release();
    };
    await press();
    return {
      pipe,
      clock,
      ages,
      told,
      press,
      hold,
      release,
      sleep,
      served,
    };
  }

  it('is known after ten hours in which the caller called nothing', async () => {
    const { clock, ages, press, hold, release } = await timed();
    await clock.pass(36_000_000);
    hold();
    await press();
    await clock.pass(15_000);
    await release();
    await press();
    expect(ages).toEqual([0, expect.closeTo(15_000, -2), 0]);
  });

  it('is that of each of many that were held up, and the next one is fresh', async () => {
    const { clock, ages, press, hold, release } = await timed();
    hold();
    for (let at = 0; at < 4; at++) {
      await press();
      await clock.pass(1_500);
    }
    await clock.pass(4_000);
    await release();
    await press();
    expect(ages).toEqual([0, 10_000, 8_500, 7_000, 5_500, 0].map((age): unknown => expect.closeTo(age, -2)));
  });

  it('is told to be complete once every call has arrived that was on its way', async () => {
    const { clock, ages, press, hold, release, served, pipe } = await timed();
    hold();
    // The answer to an earlier question says nothing of what was sent since.
    served.caughtUp(() => undefined);
    await clock.pass(10);
    await press();
    const calls: number[] = [];
    served.caughtUp(() => calls.push(ages.length));
    pipe.near.send(JSON.stringify({ time: clock.monotonic() - 10 }));
    await clock.pass(300);
    expect([calls, ages.length]).toEqual([[], 1]);
    await release();
    expect(calls).toEqual([2]);
  });

  it('is known at once after the caller slept for long', async () => {
    const { ages, press, sleep } = await timed();
    await sleep(64_000);
    await press();
    expect(ages).toEqual([0, 0]);
  });

  it('is wrong for one press after the caller slept for some seconds', async () => {
    const { ages, press, sleep } = await timed();
    await sleep(3_000);
    await press();
    await press();
    expect(ages).toEqual([0, expect.closeTo(3_000, -2), 0]);
  });

  it('is that of the whole sleep where the desk slept, and is known for the next press', async () => {
    const { ages, press, sleep } = await timed();
    await sleep(-64_000);
    await press();
    await press();
    expect(ages).toEqual([0, expect.closeTo(64_000, -2), 0]);
  });

  it('is not asked for any more when the link has closed', async () => {
    const { pipe, clock, told } = await timed();
    const before = told.length;
    pipe.close();
    await clock.pass(60_000);
    expect([before, told.length]).toEqual([2, 2]);
  });
});
