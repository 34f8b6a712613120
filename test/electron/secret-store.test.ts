import { texts } from '../../contract/texts/texts.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secrets } from '../../desk/services/secrets/secrets.ts';
import { secretStore } from '../../electron/secret-store.ts';
import { safeStorage } from '../electron-double/safe-storage.ts';
import { ManualClock, settled } from '../kit/manual-clock.ts';
import { quietSecrets } from '../kit/desk/recording-log.ts';

vi.mock('electron', async () => ({ safeStorage: (await import('../electron-double/safe-storage.ts')).safeStorage }));

const key = Buffer.alloc(32, 7).toString('base64');
let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'overlay-keychain-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

async function opened(platform: NodeJS.Platform = 'linux'): Promise<Secrets> {
  const secrets = new Secrets(secretStore(directory, { platform, clock: new ManualClock() }), quietSecrets);
  await secrets.ready;
  return secrets;
}

describe('the secrets of the desktop window', () => {
  it('are sealed by the keychain of the system, and are there again at the next start', async () => {
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', key);
    const secrets = await opened();
    await secrets.set('a', 'top secret');
    expect(readdirSync(directory)).toEqual(['secrets.json']);
    expect(readFileSync(join(directory, 'secrets.json'), 'utf8')).not.toContain('top secret');
    const next = await opened();
    expect([next.view.backend, await next.get('a')]).toEqual(['keychain', 'top secret']);
  });

  it('are not given to a Linux that would keep them in plain text: the operator chooses', async () => {
    const secrets = await opened();
    expect(secrets.view).toEqual({
      state: 'choose',
      backend: null,
      said: texts.secrets.noPlace('this system has no keychain (a Secret Service such as GNOME Keyring, or KWallet).'),
    });
    await secrets.choose('correct horse battery');
    await secrets.set('a', 'top secret');
    expect(secrets.view.backend).toBe('passphrase');
  });

  it('are not given to a keychain that does not answer, and nothing is lost by it', async () => {
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', key);
    await (await opened()).set('a', 'top secret');
    vi.spyOn(safeStorage, 'isAsyncEncryptionAvailable').mockResolvedValue(false);
    const shut = await opened();
    expect(shut.view).toMatchObject({ state: 'failed', backend: null });
    vi.restoreAllMocks();
    expect(await (await opened()).get('a')).toBe('top secret');
  });

  it('of another keychain are refused and stay', async () => {
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', key);
    await (await opened()).set('a', 'top secret');
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', Buffer.alloc(32, 8).toString('base64'));
    const moved = await opened();
    await expect(moved.get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', key);
    expect(await (await opened()).get('a')).toBe('top secret');
  });

  it('are not given to a keychain that asks for its password and gets no answer', async () => {
    vi.stubEnv('OVERLAY_DOUBLE_KEYCHAIN', 'asking');
    const clock = new ManualClock();
    const secrets = new Secrets(secretStore(directory, { platform: 'linux', clock }), quietSecrets);
    await settled();
    await clock.pass(59_999);
    expect(secrets.view.said).toBe(texts.secrets.opening);
    await clock.pass(1);
    await secrets.ready;
    expect(secrets.view).toEqual({
      state: 'choose',
      backend: null,
      said:
        texts.secrets.noPlace('the keychain of this system did not answer within a minute. ') +
        'Unlock it and start the desk again.',
    });
  });

  it('are in the keychain of macOS and Windows, which mark what they seal as Linux marks what has no keychain', async () => {
    for (const platform of ['darwin', 'win32'] as const) expect((await opened(platform)).view.backend).toBe('keychain');
  });
});
