import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askPassword, type Terminal } from '../../compose/run-command.ts';

/** A terminal on which somebody types; what it shows is kept. */
function terminal(isTTY = true) {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => void raw.push(on) });
  const output = Object.assign(new PassThrough(), { isTTY });
  const around = { input, output } as unknown as Terminal;
  return { around, type: (keys: string) => input.write(keys), raw, shown: () => String(output.read() ?? '') };
}

it('a password is typed, and not shown', async () => {
  const { around, type, raw, shown } = terminal();
  const asked = askPassword('ada@example.org', around);
  type('diffx\u007ference engine\r');
  expect(await asked).toBe('difference engine');
  expect([shown(), raw]).toEqual(['Password of ada@example.org: \n', [true, false]]);
});

it('whoever presses Ctrl-C gives none', async () => {
  const { around, type, raw } = terminal();
  const asked = askPassword('ada@example.org', around);
  type('diff\u0003');
  await expect(asked).rejects.toThrow('No password was given.');
  expect(raw).toEqual([true, false]);
});

it('without a terminal nobody is asked', async () => {
  const { around, shown } = terminal(false);
  await expect(askPassword('ada@example.org', around)).rejects.toThrow('Put it into OVERLAY_PASSWORD.');
  expect(shown()).toBe('');
});
