import { texts } from '../../../../contract/texts/texts.ts';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFile } from '../../../../node/secret-file.ts';
import { embeddedAccount } from '../../../../desk/services/services.ts';
import { Secrets } from '../../../../desk/services/secrets/secrets.ts';
import { secretPorts, turningKeychain } from '../../../kit/desk/secret-ports.ts';
import { quietSecrets } from '../../../kit/desk/recording-log.ts';

const account = { email: 'admin@overlay.local', password: 'made by the service' };
let directory = '';
let said: string[] = [];
beforeEach(() => {
  said = [];
  directory = mkdtempSync(join(tmpdir(), 'overlay-account-'));
  writeFileSync(join(directory, 'admin-password'), `${JSON.stringify(account)}\n`);
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

async function stand(keychain = turningKeychain()) {
  const secrets = new Secrets(secretPorts({ keychain: async () => keychain }), quietSecrets);
  await secrets.ready;
  const stayed = (why: string): void => void said.push(why);
  return { secrets, ask: () => embeddedAccount(accountFile(directory), secrets, stayed) };
}

describe('the account of the embedded service', () => {
  it('is taken out of its file into the secret store, and known from there on', async () => {
    const { ask } = await stand();
    expect([await ask(), readdirSync(directory)]).toEqual([account, []]);
    expect([await ask(), said]).toEqual([account, []]);
  });

  it('stays in its file while secrets do not last', async () => {
    const secrets = new Secrets(secretPorts(), quietSecrets);
    await secrets.choose(null);
    const ask = () => embeddedAccount(accountFile(directory), secrets, () => undefined);
    expect([await ask(), readdirSync(directory)]).toEqual([account, ['admin-password']]);
  });

  it('stays in its file where the store does not take it, or does not give it back', async () => {
    const keychain = turningKeychain();
    const { secrets, ask } = await stand(keychain);
    keychain.away = true;
    expect([await ask(), readdirSync(directory)]).toEqual([account, ['admin-password']]);
    keychain.away = false;
    secrets.get = () => Promise.resolve('{"email":"admin@overlay.local","password":"another"}');
    expect([await ask(), readdirSync(directory)]).toEqual([account, ['admin-password']]);
    expect(said).toHaveLength(2);
  });

  it('that the operator writes into the file anew takes the place of the one before', async () => {
    const { ask } = await stand();
    await ask();
    const newer = { ...account, password: 'made by hand' };
    writeFileSync(join(directory, 'admin-password'), JSON.stringify(newer));
    expect([await ask(), await ask(), readdirSync(directory)]).toEqual([newer, newer, []]);
  });

  it('in a file that cannot be read is told of without a word of it', async () => {
    writeFileSync(join(directory, 'admin-password'), 'made by the service');
    const { ask } = await stand();
    const problem = await ask().catch((error: unknown) => String(error));
    expect(problem).toBe(texts.services.fileWrong(`OverlayError: ${join(directory, 'admin-password')}`));
  });

  it('is unknown where there is neither', async () => {
    rmSync(join(directory, 'admin-password'));
    expect(await (await stand()).ask()).toBeUndefined();
  });
});
