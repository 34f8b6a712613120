import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refused } from './refused.ts';

/** The terminal, if it is one. */
export interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/** Ask whoever sits at a terminal for a password; what is typed is not shown. Throws {@link Refused} where nobody does. */
export async function askPassword(email: string, { input, output }: Terminal): Promise<string> {
  if (!input.isTTY || !output.isTTY) {
    throw new Refused('There is no terminal to ask for the password on. Put it into OVERLAY_PASSWORD.');
  }
  output.write(`Password of ${email}: `);
  // The terminal shows nothing by itself while its keys are read one by one, and what readline would show goes nowhere.
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
