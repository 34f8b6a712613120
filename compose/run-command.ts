import { extname } from 'node:path';
import type { ComposeCommand, Remote } from './command-line.ts';
import { checkFile, linesOf } from './check-files.ts';
import { galleryLines, newFile } from './new-file.ts';
import { RemoteService } from './remote-service.ts';
import { type Around, exportFile, importFile } from './transfer.ts';
import { writeWhole } from './write-file.ts';

/** What commands need from outside. `print` writes a result, `warn` what is worth knowing beside it. */
export interface Surroundings extends Around {
  /** The password of a user, from wherever the one who gave the command has put it. */
  password: (email: string) => Promise<string>;
}

/** Carry out a command that ends by itself. Gives the exit code. Throws `Refused` for what cannot be done. */
export async function runCommand(
  command: Exclude<ComposeCommand, { do: 'help' | 'refuse' | 'preview' }>,
  around: Surroundings,
): Promise<number> {
  switch (command.do) {
    case 'list':
      for (const line of galleryLines()) around.print(line);
      return 0;
    case 'new':
      await newFile(command, around.uuid);
      around.print(`${command.file} is written.`);
      return 0;
    case 'check':
      return check(command.files, around);
    case 'import':
      await importFile(await signedIn(command.remote, around), command, around);
      return 0;
    case 'export': {
      const { compositionId, file } = command;
      const asBundle = extname(file).toLowerCase() === '.zip';
      await writeWhole(
        file,
        await exportFile(await signedIn(command.remote, around), { compositionId, asBundle }, around),
      );
      around.print(`Composition ${compositionId} is written into ${file}.`);
      return 0;
    }
  }
}

async function check(files: readonly { path: string; shown: string }[], { print }: Surroundings): Promise<number> {
  let wrong = 0;
  for (const { path, shown } of files) {
    const checked = await checkFile(path);
    const lines = linesOf(shown, checked);
    for (const line of lines.length > 0 ? lines : [`${shown}: is fine`]) print(line);
    wrong += checked.problems.length;
  }
  return wrong === 0 ? 0 : 1;
}

async function signedIn({ service, email }: Remote, { password, warn }: Surroundings): Promise<RemoteService> {
  const { protocol, hostname } = new URL(service);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    warn(`The password crosses the network as it is: ${service} is no https address.`);
  }
  return new RemoteService({ service, email, password: await password(email) });
}
