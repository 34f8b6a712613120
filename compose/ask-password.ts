import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refused } from './refused.ts';

/** They need not be a terminal. */
export interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/** Asks for a password without echoing it. Throws {@link Refused} without a terminal. */
export async function askPassword(email: string, { input, output }: Terminal): Promise<string> {
  if (!input.isTTY || !output.isTTY) {
    throw new Refused('There is no terminal to ask for the password on. Put it into OVERLAY_PASSWORD.');
  }
  output.write(`Password of ${email}: `);
  // With `terminal: true` readline echoes the keys instead of the terminal; this stream drops the echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    const stopped = new AbortController();
    lines.once('SIGINT', () => stopped.abort());
    return await lines.question('', { signal: stopped.signal });
  } catch (thrown) {
    throw new Refused('No password was given.', { cause: thrown });
  } finally {
    lines.close();
    output.write('\n');
  }
}
