import { extname } from 'node:path';
import process from 'node:process';
import type { ComposeCommand, ServiceUser } from './command-line.ts';
import { checkFile, linesOf } from './check-files.ts';
import { print, Refused, warn, writeNew, writeWhole } from './output.ts';
import { RemoteService } from './remote-service.ts';
import { exportFile, importFile, revisionWords } from './transfer.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { contentOf } from '../scene/content/content.ts';
import { compositionWith, gallery, type GalleryTemplate } from '../gallery/gallery.ts';

/** Returns the exit code. Throws `Refused` if the command cannot be carried out. */
export async function runCommand(command: Exclude<ComposeCommand, { do: 'help' | 'refuse' }>): Promise<number> {
  switch (command.do) {
    case 'list': {
      const widest = Math.max(...gallery.map(({ id }) => id.length));
      for (const { id, name, description } of gallery) print(`${id.padEnd(widest)}  ${name}: ${description}`);
      return 0;
    }
    case 'new': {
      const content = contentOf(compositionWith(command.name, command.from.map(template), randomUUID));
      await writeNew(command.file, `${JSON.stringify(content, undefined, 2)}\n`);
      print(`${command.file} is written.`);
      return 0;
    }
    case 'check':
      return check(command.files);
    case 'import':
      await importFile(await signedIn(command.remote), command);
      return 0;
    case 'export': {
      const { compositionId, file } = command;
      const asBundle = extname(file).toLowerCase() === '.zip';
      const service = await signedIn(command.remote);
      const { answer, revision } = await exportFile(service, compositionId, asBundle);
      await writeWhole(file, answer);
      print(`Composition ${compositionId} is written into ${file}.${revisionWords(revision)}`);
      return 0;
    }
  }
}

async function check(files: readonly { path: string; shown: string }[]): Promise<number> {
  let wrong = 0;
  for (const { path, shown } of files) {
    const checked = await checkFile(path);
    const lines = linesOf(shown, checked);
    for (const line of lines.length > 0 ? lines : [`${shown}: is fine`]) print(line);
    wrong += checked.problems.length;
  }
  return wrong === 0 ? 0 : 1;
}

async function signedIn({ service, email }: ServiceUser): Promise<RemoteService> {
  const { protocol, hostname } = new URL(service);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    warn(`The password crosses the network as it is: ${service} is no https address.`);
  }
  const terminal = { input: process.stdin, output: process.stderr };
  const password = process.env.OVERLAY_PASSWORD || (await askPassword(email, terminal));
  return new RemoteService({ service, email, password });
}

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

function template(wanted: string): GalleryTemplate {
  const found = gallery.find(({ id }) => id === wanted);
  if (!found) throw new Refused(`There is no design "${wanted}". new --list prints all of them.`);
  return found;
}
