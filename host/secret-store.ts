import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import { secretFile } from '../node/secret-file.ts';
import type { SecretsPort } from '../desk/ports.ts';

const passphraseVariable = 'OVERLAY_SECRETS_PASSPHRASE';
/** The systemd credential name (`LoadCredential=overlay-desk-passphrase:FILE`). */
const credentialName = 'overlay-desk-passphrase';

export interface CredentialSources {
  credentials: string | undefined;
  /** The passphrase variable is removed, so that no child process inherits it. */
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
}

/** Sealed with a passphrase, because a host has no keychain. */
export function secretStore(directory: string, sources: CredentialSources): SecretsPort {
  const fromEnvironment = taken(sources.env);
  return {
    file: secretFile(directory),
    keychain: () => Promise.resolve({ missing: 'a desk in a browser has no keychain to use.' }),
    passphrase: () => credential(sources) ?? fromEnvironment,
    random: (bytes) => randomBytes(bytes),
  };
}

function taken(env: CredentialSources['env']): string | undefined {
  const passphrase = env[passphraseVariable] || undefined;
  Reflect.deleteProperty(env, passphraseVariable);
  return passphrase;
}

/** Reads the file from the command line, else from systemd. Throws a sentence that names the file. */
function credential({ credentials, env, platform }: CredentialSources): string | undefined {
  if (credentials !== undefined) return firstLine(credentials, platform);
  const brought = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, credentialName);
  // systemd itself restricts access to its file.
  return brought && existsSync(brought) ? firstLine(brought, undefined) : undefined;
}

/** With `platform`, also checks the file mode where the system has one. */
function firstLine(file: string, platform: NodeJS.Platform | undefined): string {
  if (platform !== undefined && platform !== 'win32') refuseOpenFile(file);
  const [line = ''] = read(() => readFileSync(file, 'utf8'), file).split(/\r?\n/);
  if (line === '') throw new Error(`${file} has no passphrase in its first line.`);
  return line;
}

/** Attack: another user of this machine reads the passphrase. */
function refuseOpenFile(file: string): void {
  const { mode, uid } = read(() => statSync(file), file);
  const own = process.getuid?.();
  if (uid !== own && uid !== 0) throw new Error(`${file} belongs to another user. It has to be yours: chown it.`);
  if ((mode & 0o077) === 0) return;
  throw new Error(
    `${file} can be read by others (mode ${(mode & 0o777).toString(8)}). Close it with: chmod 600 "${file}"`,
  );
}

function read<Result>(reading: () => Result, file: string): Result {
  try {
    return reading();
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new Error(`${file} cannot be read (${code}).`, { cause: error });
  }
}
