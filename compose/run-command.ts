import { extname } from 'node:path';
import type { ComposeCommand, ServiceUser } from './command-line.ts';
import { checkFile, linesOf } from './check-files.ts';
import { galleryLines, newFile } from './new-file.ts';
import { RemoteService } from './remote-service.ts';
import { exportFile, importFile, revisionWords, type TransferPorts } from './transfer.ts';
import { writeWhole } from './write-file.ts';

export interface ComposePorts extends TransferPorts {
  /** A user's password, from the environment or typed at the terminal. */
  password: (email: string) => Promise<string>;
}

/** Returns the exit code. Throws `Refused` if the command cannot be carried out. */
export async function runCommand(
  command: Exclude<ComposeCommand, { do: 'help' | 'refuse' }>,
  ports: ComposePorts,
): Promise<number> {
  switch (command.do) {
    case 'list':
      for (const line of galleryLines()) ports.print(line);
      return 0;
    case 'new':
      await newFile(command, ports.uuid);
      ports.print(`${command.file} is written.`);
      return 0;
    case 'check':
      return check(command.files, ports);
    case 'import':
      await importFile(await signedIn(command.remote, ports), command, ports);
      return 0;
    case 'export': {
      const { compositionId, file } = command;
      const asBundle = extname(file).toLowerCase() === '.zip';
      const service = await signedIn(command.remote, ports);
      const { answer, revision } = await exportFile(service, { compositionId, asBundle }, ports);
      await writeWhole(file, answer);
      ports.print(`Composition ${compositionId} is written into ${file}.${revisionWords(revision)}`);
      return 0;
    }
  }
}

async function check(files: readonly { path: string; shown: string }[], { print }: ComposePorts): Promise<number> {
  let wrong = 0;
  for (const { path, shown } of files) {
    const checked = await checkFile(path);
    const lines = linesOf(shown, checked);
    for (const line of lines.length > 0 ? lines : [`${shown}: is fine`]) print(line);
    wrong += checked.problems.length;
  }
  return wrong === 0 ? 0 : 1;
}

async function signedIn({ service, email }: ServiceUser, { password, warn }: ComposePorts): Promise<RemoteService> {
  const { protocol, hostname } = new URL(service);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    warn(`The password crosses the network as it is: ${service} is no https address.`);
  }
  return new RemoteService({ service, email, password: await password(email) });
}
