import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secrets } from '../../desk/services/secrets/secrets.ts';
import { type CredentialSources, secretStore } from '../../host/secret-store.ts';
import { quietSecrets } from '../kit/desk/recording-log.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'overlay-secrets-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const { platform } = process;
const store = (places: Partial<CredentialSources> = {}) =>
  secretStore(directory, { credentials: undefined, env: {}, platform, ...places });

function credentials(text: string, mode = 0o600): string {
  const file = join(directory, 'passphrase.txt');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('the passphrase of a host that nobody unlocks', () => {
  it('is the first line of the file that the command line names', () => {
    expect(store({ credentials: credentials('from the file\nsecond line\n') }).passphrase()).toBe('from the file');
  });

  it('is what systemd brought', () => {
    writeFileSync(join(directory, 'overlay-desk-passphrase'), 'from systemd');
    expect(store({ env: { CREDENTIALS_DIRECTORY: directory } }).passphrase()).toBe('from systemd');
  });

  it('is in the environment, and is taken out of it, so that no program that is started has it', () => {
    const env = { OVERLAY_SECRETS_PASSPHRASE: 'from the environment', PATH: '/bin' };
    expect(store({ env }).passphrase()).toBe('from the environment');
    expect(env).toEqual({ PATH: '/bin' });
  });

  it('comes from the file first', () => {
    const env = { OVERLAY_SECRETS_PASSPHRASE: 'from the environment' };
    expect(store({ credentials: credentials('from the file'), env }).passphrase()).toBe('from the file');
  });

  it('is unknown where nothing says it', () => {
    expect(
      store({ env: { OVERLAY_SECRETS_PASSPHRASE: '', CREDENTIALS_DIRECTORY: directory } }).passphrase(),
    ).toBeUndefined();
  });

  it.skipIf(platform === 'win32')('in a file that others can read is refused, and the file named', () => {
    const file = credentials('from the file', 0o644);
    expect(() => store({ credentials: file }).passphrase()).toThrow(`${file} can be read by others (mode 644).`);
  });

  it('in a file that is not there, or is empty, is refused', () => {
    const file = join(directory, 'none');
    expect(() => store({ credentials: file }).passphrase()).toThrow(`${file} cannot be read (ENOENT).`);
    expect(() => store({ credentials: credentials('\n') }).passphrase()).toThrow('has no passphrase in its first line');
  });
});

describe('the file of the secrets', () => {
  it('is in the data directory, for its owner alone, and another desk on it finds them', async () => {
    const env = { OVERLAY_SECRETS_PASSPHRASE: 'correct horse battery' };
    const first = new Secrets(store({ env }), quietSecrets);
    await first.set('a', 'top secret');
    expect(readdirSync(directory)).toEqual(['secrets.json']);
    const file = join(directory, 'secrets.json');
    expect(readFileSync(file, 'utf8')).not.toMatch(/top secret|correct horse/);
    if (platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = new Secrets(store(), quietSecrets);
    await second.ready;
    expect(second.view.state).toBe('locked');
    await second.unlock('correct horse battery');
    expect(await second.get('a')).toBe('top secret');
  });

  it('that is damaged is told of and left as it is', async () => {
    writeFileSync(join(directory, 'secrets.json'), '{"version":1,"ki');
    const secrets = new Secrets(store({ env: { OVERLAY_SECRETS_PASSPHRASE: 'correct horse battery' } }), quietSecrets);
    await secrets.ready;
    expect(secrets.view.state).toBe('failed');
    expect(readFileSync(join(directory, 'secrets.json'), 'utf8')).toBe('{"version":1,"ki');
  });
});
