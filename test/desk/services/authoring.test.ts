import { texts } from '../../../contract/texts/texts.ts';
import { errorTable } from '../../../contract/errors.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authoring, type AuthoringName } from '../../../contract/desk-api/authoring.ts';
import { deskApi } from '../../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../../contract/errors.ts';
import { openLink } from '../../../contract/link/link.ts';
import * as example from '../../../contract/service-api/examples.ts';
import type { AppIdentity, OpenApp } from '../../../desk/app/open-app.ts';
import { OpenApps } from '../../../desk/app/open-apps.ts';
import { callForAuthors, authoringDeadline } from '../../../desk/services/authoring.ts';
import { openDesk } from '../../../desk/desk.ts';
import { accountFile } from '../../../node/secret-file.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';

/** A desk on a scripted world, whose service is ready, with one screen. */
async function openScreen(ports = new ScriptedPorts()) {
  const desk = openDesk(ports);
  const pipe = pipePair();
  desk.serve(pipe.far);
  const screen = openLink(pipe.near, deskApi, () => undefined);
  await screen.call('watch', {});
  await ports.serviceReady();
  await ports.hear(snapshot([]));
  const ask = async (
    endpoint: AuthoringName,
    params: Record<string, string> = {},
    body?: unknown,
    ifMatch?: number,
  ) => {
    const asked = { answer: screen.call('service', { endpoint, params, body, ifMatch }) };
    // A refusal is looked at later, and must not be taken for one that nobody heard.
    asked.answer.catch(() => undefined);
    await settled();
    return asked;
  };
  return { ports, screen, ask };
}

const refused = (code: number, message: string, details?: unknown) => ({
  status: code,
  body: JSON.stringify({ error: { message, code, details } }),
});

describe('a call for authors', () => {
  it('never goes to the copy that is on air in place of its main', () => {
    const account = () => Promise.resolve(undefined);
    const target = { kind: 'embedded', base: 'http://127.0.0.1:4000', account };
    const identity: AppIdentity = { key: 'news', name: 'News', kind: 'account' };
    const apps = new OpenApps(
      () => ({ identity, target, backup: { inUse: 'backup' } }) as unknown as OpenApp,
      () => undefined,
      () => ({ view: [], unopened: [] }),
    );
    apps.open(identity);
    const call = { endpoint: 'loadComposition' as const, params: { app_instance_id: '1' }, body: { refId: '12' } };
    expect(() => callForAuthors(apps, new ManualClock(), call)).toThrow(new OverlayError('not-connected'));
  });

  it('goes to the service with the account of the desk, and its answer comes back as it is', async () => {
    const { ports, ask } = await openScreen();
    const content = { ...example.content, ours: { kept: true } };
    const { answer } = await ask('readContent', { composition_id: '12' });
    expect(ports.request.request).toMatchObject({
      method: 'GET',
      url: 'http://127.0.0.1:4000/apiv1/compositions/12/content',
      account: { email: 'admin@overlay.local', password: 'secret' },
    });
    await ports.request.answer({ body: JSON.stringify(content), etag: '"7"' });
    expect(await answer).toEqual({ answer: content, revision: 7 });
  });

  it('names the revision that it is about to change, and tells where that is another one by now', async () => {
    const { ports, ask } = await openScreen();
    const { answer } = await ask('writeContent', { composition_id: '12' }, example.content, 7);
    expect(ports.request.request.headers).toMatchObject({ 'if-match': '"7"' });
    await ports.request.answer(refused(412, errorTable['changed-meanwhile'].operator));
    await expect(answer).rejects.toMatchObject({ code: 'changed-meanwhile' });
  });

  it('has what does not stand in the path as its query', async () => {
    const { ports, ask } = await openScreen();
    await ask('findFolders', { path: '/News & more' });
    expect(ports.request.request.url).toBe('http://127.0.0.1:4000/apiv1/dashboard/folder?path=%2FNews+%26+more');
  });

  it('loads into the app instance that the desk shows, whatever a screen says', async () => {
    const { ports, ask } = await openScreen();
    await ask('loadComposition', { app_instance_id: '99' }, { refId: '12' });
    expect(ports.request.request).toMatchObject({
      method: 'PUT',
      url: 'http://127.0.0.1:4000/apiv1/appinstances/1/composition',
      body: '{"refId":"12"}',
    });
  });

  it('loads at the one output that a screen names', async () => {
    const { ports, ask } = await openScreen();
    await ask('loadComposition', { output: '2' }, { refId: '12' });
    expect(ports.request.request.url).toBe('http://127.0.0.1:4000/apiv1/appinstances/1/composition?output=2');
  });

  it('reads what is loaded into the app instance that the desk shows', async () => {
    const { ports, ask } = await openScreen();
    await ask('readLoadedContents', { app_instance_id: '99' });
    expect(ports.request.request.url).toBe('http://127.0.0.1:4000/apiv1/appinstances/1/composition/content');
  });

  it('carries a file as a form', async () => {
    const { ports, ask } = await openScreen();
    const body = { file: Buffer.from('a picture').toString('base64'), name: 'thumbnail.png', mediaType: 'image/png' };
    await ask('uploadThumbnail', { composition_id: '12' }, body);
    await expect.poll(() => ports.asked.length).toBe(1);
    const { mediaType = '', body: bytes } = ports.request.request;
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': mediaType },
    }).formData();
    const file = form.get('file') as File;
    expect([[...form.keys()], file.name, file.type, await file.text()]).toEqual([
      ['file'],
      'thumbnail.png',
      'image/png',
      'a picture',
    ]);
  });

  it('with a file that is none is refused before anything is sent', async () => {
    const { ports, ask } = await openScreen();
    const { answer } = await ask(
      'uploadThumbnail',
      { composition_id: '12' },
      { file: 'ä', name: 'a', mediaType: 'image/png' },
    );
    await expect(answer).rejects.toMatchObject({ code: 'call-invalid' });
    expect(ports.asked).toEqual([]);
  });

  it('that the service refuses comes back with its words and the places', async () => {
    const { ports, ask } = await openScreen();
    const details = [{ path: 'compositions["a"].elements[0].size', message: 'expected a number' }];
    const { answer } = await ask('writeContent', { composition_id: '12' }, {});
    await ports.request.answer(refused(400, 'Nothing was changed.', details));
    await expect(answer).rejects.toMatchObject({ code: 'body-invalid', message: 'Nothing was changed.', details });
  });

  it('with a file that is no medium names the file, and not the formats of the service', async () => {
    const { ports, ask } = await openScreen();
    const body = { file: Buffer.from('notes').toString('base64'), name: 'notes.txt', mediaType: 'text/plain' };
    const { answer } = await ask('uploadAsset', {}, body);
    await expect.poll(() => ports.asked.length).toBe(1);
    const details = [{ path: 'file', message: 'expected one of png, jpeg, judged by its bytes' }];
    await ports.request.answer(refused(400, 'Nothing was changed: file: expected one of png, jpeg', details));
    await expect(answer).rejects.toThrow(/^notes\.txt is not a picture, sound, film or font that the desk knows\.$/);
  });

  it('to something that is not there says so, and not that a token is unknown', async () => {
    const { ports, ask } = await openScreen();
    const { answer } = await ask('readContent', { composition_id: '13' });
    await ports.request.answer(refused(404, errorTable['id-unknown'].operator));
    await expect(answer).rejects.toMatchObject({ code: 'id-unknown' });
  });

  it('without an answer ends after its deadline', async () => {
    const { ports, ask } = await openScreen();
    const { answer } = await ask('listCompositions');
    const beats = authoringDeadline / 1_000;
    for (let second = 0; second < beats; second++) {
      await ports.clock.pass(1_000);
      await ports.hear({ type: 'beat', revision: 1, now: 0 });
    }
    await expect(answer).rejects.toMatchObject({ code: 'deadline-passed' });
  });

  it('that is not in the closed list does not exist', async () => {
    const { ports, screen } = await openScreen();
    const asked = { endpoint: 'rotateAppToken' as AuthoringName, params: {} };
    await expect(screen.call('service', asked)).rejects.toMatchObject({ code: 'call-invalid' });
    expect(ports.asked).toEqual([]);
  });
});

describe('a secret', () => {
  it('never reaches a screen: no endpoint that is for tokens is listed, and entries come without theirs', async () => {
    expect(Object.keys(authoring).filter((name) => /token|appinstance/i.test(name))).toEqual([]);
    const { ports, ask } = await openScreen();
    const entry = { ...example.compositionEntry, uuid: example.token };
    const { answer: list } = await ask('listCompositions');
    await ports.request.answer({ body: JSON.stringify([entry]) });
    const { answer: one } = await ask('readComposition', { composition_id: '12' });
    await ports.request.answer({ body: JSON.stringify(entry) });
    expect([(await list).answer, (await one).answer]).toEqual([[{ ...entry, uuid: null }], { ...entry, uuid: null }]);
  });

  it('of the account is in no answer', async () => {
    const { ports, ask } = await openScreen();
    const { answer } = await ask('listCompositions');
    await ports.request.answer(refused(401, 'Wrong.'));
    const said = await answer.catch((error: unknown) => JSON.stringify(error) + String(error));
    expect(said).not.toContain('secret');
    expect(said).toContain('The service refuses the e-mail address or the password that the desk has.');
  });
});

describe('the account of the desk', () => {
  it('that is not known is told in words, and nothing is sent', async () => {
    const ports = new ScriptedPorts();
    ports.account = () => Promise.resolve(undefined);
    const { ask } = await openScreen(ports);
    const { answer } = await ask('listCompositions');
    await expect(answer).rejects.toMatchObject({
      code: 'account-unknown',
      message: expect.stringContaining('enter them under "Connections"') as string,
    });
    expect(ports.asked).toEqual([]);
  });

  it('is read from the file that the service left, each time anew', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'account-'));
    const { read: account } = accountFile(directory);
    const file = join(directory, 'admin-password');
    try {
      expect(await account()).toBeUndefined();
      writeFileSync(file, '{"email":"a@b.example","password":"one"}\n');
      expect(await account()).toEqual({ email: 'a@b.example', password: 'one' });
      for (const damaged of ['', 'null', '{"email":"a@b.example","password":', '{"password":"hidden"}']) {
        writeFileSync(file, damaged);
        await expect(account()).rejects.toThrow(texts.services.fileWrong(file));
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
