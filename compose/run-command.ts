import { extname } from 'node:path';
import process from 'node:process';
import { askPassword } from './ask-password.ts';
import type { ComposeCommand, ServiceUser } from './command-line.ts';
import { checkFile, linesOf } from './check-files.ts';
import { galleryLines, newFile } from './new-file.ts';
import { print, warn } from './output.ts';
import { RemoteService } from './remote-service.ts';
import { exportFile, importFile, revisionWords } from './transfer.ts';
import { writeWhole } from './write-file.ts';

/** Returns the exit code. Throws `Refused` if the command cannot be carried out. */
export async function runCommand(command: Exclude<ComposeCommand, { do: 'help' | 'refuse' }>): Promise<number> {
  switch (command.do) {
    case 'list':
      for (const line of galleryLines()) print(line);
      return 0;
    case 'new':
      await newFile(command);
      print(`${command.file} is written.`);
      return 0;
    case 'check':
      return check(command.files);
    case 'import':
      await importFile(await signedIn(command.remote), command);
      return 0;
    case 'export': {
      const { compositionId, file } = command;
      const asBundle = extname(file).toLowerCase() === '.zip';
      const service = await signedIn(command.remote);
      const { answer, revision } = await exportFile(service, { compositionId, asBundle });
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
