import { texts } from '../../../../contract/texts/texts.ts';
import { errorTable } from '../../../../contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../../desk/services/secrets/secrets.ts';
import { memorySecretFile, secretPorts, turningKeychain } from '../../../kit/desk/secret-ports.ts';
import { quietSecrets } from '../../../kit/desk/recording-log.ts';

const wrong = 'not the passphrase';
const passphrase = 'correct horse battery';

async function opened(...[given]: Parameters<typeof secretPorts>) {
  let changes = 0;
  const secrets = new Secrets(secretPorts(given), { ...quietSecrets, changed: () => void changes++ });
  await secrets.ready;
  return { secrets, changes: () => changes };
}

describe('where there is a keychain', () => {
  it('secrets are in it, and the file holds none of their words', async () => {
    const file = memorySecretFile();
    const { secrets } = await opened({ file, keychain: async () => turningKeychain() });
    expect(secrets.view).toEqual({ state: 'open', backend: 'keychain', said: texts.secrets.inKeychain });
    expect(file.content).toBeUndefined();
    await secrets.set('a', 'top secret');
    await secrets.set('b', 'another');
    await secrets.delete('b');
    expect([await secrets.get('a'), await secrets.get('b')]).toEqual(['top secret', undefined]);
    expect(JSON.stringify(file.content)).not.toContain('top secret');
  });

  it('a keychain that does not answer costs nothing: the file stays, and later the secret is there', async () => {
    const file = memorySecretFile();
    const keychain = turningKeychain();
    const { secrets } = await opened({ file, keychain: async () => keychain });
    await secrets.set('a', 'top secret');
    const before = file.content;
    keychain.away = true;
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(secrets.set('a', 'newer')).rejects.toMatchObject({ code: 'secret-unreadable' });
    expect(file.content).toEqual(before);
    keychain.away = false;
    expect(await secrets.get('a')).toBe('top secret');
  });

  it('a disk that fails loses nothing, and a file that went away is not made anew without what was in it', async () => {
    const file = memorySecretFile();
    const { secrets } = await opened({ file, keychain: async () => turningKeychain() });
    await secrets.set('a', 'top secret');
    const before = file.content;
    file.fails = 'read';
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(secrets.set('b', 'newer')).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(secrets.delete('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    file.fails = 'write';
    await expect(secrets.set('b', 'newer')).rejects.toThrow('ENOSPC');
    file.fails = undefined;
    for (const [content, why] of [
      [{}, texts.secrets.wrongFile('keychain')],
      [undefined, texts.secrets.gone],
    ]) {
      file.content = content;
      await expect(secrets.set('b', 'newer')).rejects.toThrow(texts.secrets.unusable('secrets.json', why as string));
      expect(file.content).toEqual(content);
    }
    file.content = before;
    await secrets.set('b', 'newer');
    expect([await secrets.get('a'), await secrets.get('b')]).toEqual(['top secret', 'newer']);
  });

  it('an entry that was put under the id of another is refused', async () => {
    const file = memorySecretFile();
    const { secrets } = await opened({ file, keychain: async () => turningKeychain() });
    await secrets.set('a', 'top secret');
    const { secrets: entries } = file.content as { secrets: Record<string, string> };
    file.content = { version: 1, kind: 'keychain', secrets: { b: entries.a } };
    await expect(secrets.get('b')).rejects.toThrow(`secrets.json cannot be used: ${texts.secrets.entryDamaged('b')}`);
  });

  it('that is away as the desk starts leaves what it sealed as it is, and makes no other file of it', async () => {
    const file = memorySecretFile({ version: 1, kind: 'keychain', secrets: { a: 'AAAA' } });
    const { secrets } = await opened({ file });
    expect(secrets.view).toEqual({
      state: 'failed',
      backend: null,
      said: texts.secrets.sealedByKeychain('secrets.json', 'this test has no keychain.'),
    });
    await expect(secrets.choose(passphrase)).rejects.toMatchObject({ code: 'call-invalid' });
    await secrets.choose(null);
    await secrets.set('b', 'for now');
    expect(await secrets.get('b')).toBe('for now');
    expect(file.content).toEqual({ version: 1, kind: 'keychain', secrets: { a: 'AAAA' } });
  });
});

describe('where there is none', () => {
  it('nothing is kept until the operator chose', async () => {
    const { secrets } = await opened();
    expect(secrets.view).toEqual({
      state: 'choose',
      backend: null,
      said: texts.secrets.noPlace('this test has no keychain.'),
    });
    await expect(secrets.set('a', 'top secret')).rejects.toMatchObject({ code: 'secrets-locked' });
  });

  it('memory alone writes nothing; a passphrase chosen later takes over what is in memory', async () => {
    const file = memorySecretFile();
    const { secrets } = await opened({ file });
    await secrets.choose(null);
    await secrets.set('a', 'top secret');
    expect([secrets.view.backend, secrets.lasting, file.content]).toEqual(['session', false, undefined]);
    await secrets.choose(passphrase);
    expect([secrets.view.backend, secrets.lasting, await secrets.get('a')]).toEqual(['passphrase', true, 'top secret']);
    expect((await opened({ file })).secrets.view.state).toBe('locked');
  });
});

describe('under a passphrase', () => {
  async function sealed() {
    const file = memorySecretFile();
    const { secrets } = await opened({ file });
    await secrets.choose(passphrase);
    await secrets.set('a', 'top secret');
    return { file, secrets };
  }

  it('secrets are locked at the next start; a wrong passphrase does no harm, the right one opens them', async () => {
    const { file } = await sealed();
    const before = file.content;
    const { secrets, changes } = await opened({ file });
    expect(secrets.view.state).toBe('locked');
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'secrets-locked' });
    await expect(secrets.unlock(wrong)).rejects.toMatchObject({ code: 'passphrase-wrong' });
    expect([secrets.view.state, file.content]).toEqual(['locked', before]);
    const told = changes();
    await secrets.unlock(passphrase);
    expect([secrets.view.backend, await secrets.get('a'), changes() > told]).toEqual([
      'passphrase',
      'top secret',
      true,
    ]);
  });

  it('the file tells neither a secret nor the passphrase, and its key takes at least 64 MiB', async () => {
    const { file } = await sealed();
    const content = file.content as { key: { cost: number; blockSize: number } };
    expect(128 * content.key.cost * content.key.blockSize).toBeGreaterThanOrEqual(64 * 1024 * 1024);
    expect(['top secret', passphrase].filter((secret) => JSON.stringify(content).includes(secret))).toEqual([]);
  });

  it('an entry that was damaged, or moved to another id, is refused; the others are not touched by it', async () => {
    const { file, secrets } = await sealed();
    await secrets.set('b', 'another');
    const content = file.content as { secrets: Record<string, { data: string }> };
    content.secrets.c = content.secrets.b!;
    content.secrets.a = { ...content.secrets.a!, data: 'AAAA' };
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(secrets.get('c')).rejects.toThrow('secrets.json cannot be used: the entry "c" was damaged or moved.');
    expect(await secrets.get('b')).toBe('another');
  });

  it('a disk that fails loses nothing', async () => {
    const { file, secrets } = await sealed();
    const before = file.content;
    file.fails = 'write';
    await expect(secrets.set('a', 'newer')).rejects.toThrow('ENOSPC');
    await expect(secrets.changePassphrase(passphrase, 'another passphrase')).rejects.toThrow('ENOSPC');
    file.fails = 'read';
    await expect(secrets.get('a')).rejects.toMatchObject({ code: 'secret-unreadable' });
    await expect(secrets.set('a', 'newer')).rejects.toMatchObject({ code: 'secret-unreadable' });
    file.fails = undefined;
    expect([file.content, await secrets.get('a')]).toEqual([before, 'top secret']);
  });

  it('the passphrase can be changed by who knows it; then only the new one opens', async () => {
    const { file, secrets } = await sealed();
    await expect(secrets.changePassphrase(wrong, 'another passphrase')).rejects.toMatchObject({
      code: 'passphrase-wrong',
    });
    await secrets.changePassphrase(passphrase, 'another passphrase');
    expect(await secrets.get('a')).toBe('top secret');
    const next = await opened({ file });
    await expect(next.secrets.unlock(passphrase)).rejects.toMatchObject({ code: 'passphrase-wrong' });
    await next.secrets.unlock('another passphrase');
    expect(await next.secrets.get('a')).toBe('top secret');
  });

  it('changes that come at once all arrive', async () => {
    const { secrets } = await sealed();
    await Promise.all(['b', 'c', 'd'].map((id) => secrets.set(id, `secret ${id}`)));
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((id) => secrets.get(id)))).toEqual([
      'top secret',
      'secret b',
      'secret c',
      'secret d',
    ]);
  });

  it('a file whose key asks for little memory, or for too much, is not opened', async () => {
    const { file } = await sealed();
    for (const cost of [1_024, 2 ** 24]) {
      const content = file.content as { key: object };
      const changed = memorySecretFile({ ...content, key: { ...content.key, cost } });
      const { secrets } = await opened({ file: changed });
      await expect(secrets.unlock(passphrase)).rejects.toThrow('The terms of its key are none that the desk writes');
    }
  });

  it('who forgot it can go on without, and unlock later; what was kept meanwhile is kept then', async () => {
    const { file } = await sealed();
    const { secrets } = await opened({ file });
    await secrets.choose(null);
    await secrets.set('b', 'for now');
    expect(secrets.view).toMatchObject({ state: 'locked', backend: 'session' });
    await secrets.unlock(passphrase);
    expect([await secrets.get('a'), await secrets.get('b')]).toEqual(['top secret', 'for now']);
  });
});

describe('a desk that nobody unlocks', () => {
  it('makes its file with the passphrase that it was started with, and opens it with that', async () => {
    const file = memorySecretFile();
    const first = await opened({ file, passphrase: () => passphrase });
    await first.secrets.set('a', 'top secret');
    const second = await opened({ file, passphrase: () => passphrase });
    expect(second.secrets.view).toEqual({
      state: 'open',
      backend: 'credentials',
      said: texts.secrets.underStartPassphrase('secrets.json'),
    });
    expect(await second.secrets.get('a')).toBe('top secret');
  });

  it('says so where its passphrase is wrong, and can be unlocked by hand', async () => {
    const file = memorySecretFile();
    await opened({ file, passphrase: () => passphrase });
    const { secrets } = await opened({ file, passphrase: () => wrong });
    expect([secrets.view.state, secrets.view.said]).toEqual([
      'locked',
      texts.secrets.wrongAtStart(errorTable['passphrase-wrong'].operator),
    ]);
    await secrets.unlock(passphrase);
    expect(secrets.view.state).toBe('open');
  });

  it('says why the passphrase cannot be used', async () => {
    const passphraseFile = (): string => {
      throw new Error('cred.txt can be read by others.');
    };
    const { secrets } = await opened({ passphrase: passphraseFile });
    expect(secrets.view).toEqual({ state: 'failed', backend: null, said: 'cred.txt can be read by others.' });
  });
});

it('a file that is none of the desk is left as it is', async () => {
  for (const content of [{}, { version: 9, kind: 'passphrase' }, 'text', null]) {
    const file = memorySecretFile(content);
    const { secrets } = await opened({ file, keychain: async () => turningKeychain() });
    expect(secrets.view.state).toBe('failed');
    await expect(secrets.choose(passphrase)).rejects.toMatchObject({ code: 'call-invalid' });
    expect(file.content).toEqual(content);
  }
});
