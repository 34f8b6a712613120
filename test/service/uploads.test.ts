import { describe, expect, it } from 'vitest';
import { Uploads } from '../../service/uploads.ts';

/** Uploads that end when the test says so, and the order in which they began. */
function stage() {
  const uploads = new Uploads();
  const begun: string[] = [];
  const begin = (account: number, name: string) => {
    const end = Promise.withResolvers<string>();
    const answered = uploads.run(account, () => {
      begun.push(name);
      return end.promise;
    });
    return { answered, end: () => (end.resolve(name), answered), fail: () => end.reject(new Error(name)) };
  };
  return { uploads, begun, begin };
}
/** Lets everything that can go on go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the uploads of an account', () => {
  it('are taken one at a time, in their order, whatever becomes of each', async () => {
    const { begun, begin } = stage();
    const [first, second, third] = [begin(1, 'first'), begin(1, 'second'), begin(1, 'third')];
    await settled();
    expect(begun).toEqual(['first']);
    first.fail();
    await expect(first.answered).rejects.toThrow('first');
    await settled();
    expect(begun).toEqual(['first', 'second']);
    expect([await second.end(), await third.end()]).toEqual(['second', 'third']);
  });

  it('do not wait for those of another account', async () => {
    const { begun, begin } = stage();
    const [ada, bob] = [begin(1, 'Ada’s'), begin(2, 'Bob’s')];
    expect(await bob.end()).toBe('Bob’s');
    expect([begun, await ada.end()]).toEqual([['Ada’s', 'Bob’s'], 'Ada’s']);
  });

  it('are refused while eight of them wait', async () => {
    const { begin } = stage();
    const taken = Array.from({ length: 9 }, (_, n) => begin(1, String(n)));
    await expect(begin(1, 'one more').answered).rejects.toMatchObject({ code: 'too-many', retryAfter: 1 });
    for (const each of taken) await each.end();
    await expect(begin(1, 'later').end()).resolves.toBe('later');
  });
});

it('the end of all uploads can be waited for', async () => {
  const { uploads, begin } = stage();
  await uploads.idle();
  const [ada, bob] = [begin(1, 'Ada’s'), begin(2, 'Bob’s')];
  let idle = false;
  const waited = uploads.idle().then(() => (idle = true));
  await ada.end();
  await settled();
  expect(idle).toBe(false);
  await bob.end();
  expect(await waited).toBe(true);
});
