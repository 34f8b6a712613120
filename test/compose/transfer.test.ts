import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompositionContent } from '../../scene/schema/composition-content.ts';
import { contentOf } from '../../scene/content/content.ts';
import { readZip } from '../../service/graphics/zip.ts';
import { type ApiClient, apiClient } from '../kit/service/api-client.ts';
import { compose, composeWith } from '../kit/programs/compose-program.ts';
import { lowerThird, zipOf } from '../kit/scene/ograf-packages.ts';
import { firstAccount, type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

let service: SmallService;
let other: SmallService;
let api: ApiClient;
let folder: string;
beforeAll(async () => {
  [service, other] = await Promise.all([startSmallService(), startSmallService()]);
  api = apiClient(service, service.account);
});
afterAll(() => Promise.all([service.close(), other.close()]));
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'overlay-transfer-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const at = (to: SmallService): string[] => ['--service', to.url, '--user', firstAccount.email];
const say = (words: string, to = service) => compose(folder, ...words.split(' '), ...at(to));
const idIn = (out: string): number => Number(/is composition (\d+) of the service/.exec(out)?.[1]);
const revisionIn = (out: string): number => Number(/Its revision is (\d+)\./.exec(out)?.[1]);
const contentOfId = async (id: number, client = api): Promise<CompositionContent> =>
  (await client.get(`/apiv1/compositions/${id}/content`)).body as CompositionContent;
const names = async (): Promise<string[]> =>
  ((await api.get('/apiv1/compositions')).body as { name: string }[]).map(({ name }) => name);

/** A picture of one red pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const media = `${createHash('sha256').update(picture).digest('hex')}.png`;

/** A text of a composition, in a form that no program would write; it shows the picture. */
function ownText(): string {
  const content = contentOf(smallShow);
  content.compositions[ids.home]!.elements = [
    {
      kind: 'image',
      id: 'crest',
      frame: { x: 200, y: 200, width: 50, height: 50 },
      source: `/media/assets/${media}`,
      fit: 'contain',
    },
  ];
  return `${JSON.stringify({ mine: 1, ...content }, undefined, 3)}\n\n`;
}

async function upload(to: SmallService): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([picture], { type: 'image/png' }), 'crest.png');
  const authorization = `Basic ${btoa(`${firstAccount.email}:${firstAccount.password}`)}`;
  const response = await fetch(`${to.url}/apiv1/assets`, { method: 'POST', body: form, headers: { authorization } });
  expect(((await response.json()) as { path: string }).path).toBe(`/media/assets/${media}`);
}

describe('a composition file', () => {
  it('becomes a composition, byte for byte, and a file again', async () => {
    writeFileSync(path('News.json'), ownText());
    const { code, out } = await say('import News.json');
    const [id, revision] = [idIn(out), revisionIn(out)];
    expect([code, out]).toEqual([
      0,
      `${path('News.json')} is composition ${id} of the service. Its revision is ${revision}.\n`,
    ]);
    expect(((await api.get(`/apiv1/compositions/${id}`)).body as { name: string }).name).toBe('News');
    expect(await say(`export ${id} back.json`)).toMatchObject({
      code: 0,
      out: `Composition ${id} is written into ${path('back.json')}. Its revision is ${revision}.\n`,
    });
    expect(readFileSync(path('back.json'), 'utf8')).toBe(ownText());
  });

  it('takes the place of what a composition has', async () => {
    writeFileSync(path('one.json'), JSON.stringify(contentOf(smallShow)));
    const id = idIn((await say('import one.json --name Kept')).out);
    writeFileSync(path('two.json'), ownText());
    expect(idIn((await say(`import two.json --into ${id}`)).out)).toBe(id);
    expect(await contentOfId(id)).toEqual(JSON.parse(ownText()));
    expect((await names()).filter((name) => name === 'Kept')).toHaveLength(1);
  });

  const inFile = (name: string, title: string): CompositionContent => {
    const content = contentOf(smallShow);
    content.compositions[content.mainComposition]!.name = title;
    writeFileSync(path(name), JSON.stringify(content));
    return content;
  };
  const kept = async (id: number) => {
    const revisions = (await api.get(`/apiv1/compositions/${id}/revisions`)).body as { description: string }[];
    return revisions.map(({ description }) => description);
  };

  it('replaces nothing that somebody else has changed since the revision that the author names', async () => {
    inFile('mine.json', 'Mine');
    const made = (await say('import mine.json')).out;
    const [id, revision] = [idIn(made), revisionIn(made)];
    const theirs = inFile('theirs.json', 'Theirs');
    expect(idIn((await say(`import theirs.json --into ${id} --revision ${revision}`)).out)).toBe(id);
    expect(await say(`import mine.json --into ${id} --revision ${revision}`)).toEqual({
      code: 1,
      out: '',
      errors:
        `Composition ${id} is not revision ${revision} any more: it was changed elsewhere, so nothing was changed. To ` +
        'take theirs, export it. To overwrite theirs, import again without --revision: theirs is kept as a revision.\n',
    });
    expect([await contentOfId(id), await kept(id)]).toEqual([theirs, []]);
    const { out } = await say(`export ${id} back.json`);
    expect((await say(`import mine.json --into ${id} --revision ${revisionIn(out)}`)).code).toBe(0);
  });

  it('without a revision to replace keeps what it replaces as one', async () => {
    const theirs = inFile('theirs.json', 'Theirs');
    const id = idIn((await say('import theirs.json')).out);
    const mine = inFile('mine.json', 'Mine');
    expect((await say(`import mine.json --into ${id}`)).code).toBe(0);
    expect([await contentOfId(id), await kept(id)]).toEqual([mine, ['Before the import of mine.json']]);
    expect((await api.get(`/apiv1/compositions/${id}/revisions/1/content`)).body).toEqual(theirs);
  });

  it('is refused with all that is wrong with it, and nothing is made of it', async () => {
    const before = await names();
    writeFileSync(path('bad.json'), ownText().replace('"contain"', '"fill"').replace('"crest"', '7'));
    const { code, out, errors } = await say('import bad.json');
    const place = `compositions["${ids.home}"].elements[0]`;
    expect([code, out, errors.trimEnd().split('\n')]).toEqual([
      1,
      '',
      [
        `${path('bad.json')}: ${place}.id: expected string, received number`,
        `${path('bad.json')}: ${place}.fit: expected one of "contain"|"cover", {"field": "…"} or {"expression": "…"}`,
      ],
    ]);
    expect(await names()).toEqual(before);
  });

  it('leaves the file that is there alone where it cannot be had', async () => {
    writeFileSync(path('kept.json'), 'kept');
    expect(await say('export 99999 kept.json')).toEqual({
      code: 1,
      out: '',
      errors: 'There is nothing with this id.\n',
    });
    expect([readFileSync(path('kept.json'), 'utf8'), readdirSync(folder)]).toEqual(['kept', ['kept.json']]);
  });
});

describe('a bundle', () => {
  /** A composition with its picture, as a bundle of one service. */
  async function bundled(): Promise<string> {
    await upload(service);
    writeFileSync(path('News.json'), ownText());
    const id = idIn((await say('import News.json')).out);
    expect((await say(`export ${id} News.zip`)).code).toBe(0);
    return path('News.zip');
  }

  it('holds the composition and every uploaded file that it names', async () => {
    const files = await readZip(readFileSync(await bundled()));
    expect([...files.keys()]).toEqual(['content.json', `media/${media}`]);
    expect(Buffer.from(files.get('content.json')!).toString()).toBe(ownText());
    expect(Buffer.from(files.get(`media/${media}`)!)).toEqual(picture);
  });

  it('brings all of it to another service', async () => {
    await bundled();
    const { code, out } = await say('import News.zip --name Evening', other);
    expect(code).toBe(0);
    expect(await contentOfId(idIn(out), apiClient(other, other.account))).toEqual(JSON.parse(ownText()));
    const shown = await fetch(`${other.mediaUrl}/media/assets/${media}`);
    expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, picture]);
    expect((await say('import News.zip', other)).code).toBe(0);
  });

  it('says of a file that is not there that it is without it', async () => {
    writeFileSync(path('News.json'), ownText().replaceAll(media, `${'0'.repeat(64)}.png`));
    const { out } = await say('import News.json');
    const id = idIn(out);
    expect(await say(`export ${id} News.zip`)).toEqual({
      code: 0,
      out: `Composition ${id} is written into ${path('News.zip')}. Its revision is ${revisionIn(out)}.\n`,
      errors: `The composition names /media/assets/${'0'.repeat(64)}.png, which is not there. The bundle is without it.\n`,
    });
  });

  it.each<[string, Record<string, string | Uint8Array>, string]>([
    [
      'with a file that is not what it is called',
      { 'content.json': ownText(), [`media/${media}`]: 'other' },
      `media/${media} in the bundle is damaged.`,
    ],
    [
      'with a file too many',
      { 'content.json': ownText(), 'run.sh': 'x' },
      'The bundle has an unexpected file: run.sh.',
    ],
    ['with a path that leads elsewhere', { 'content.json': ownText(), 'media/../../x': 'x' }, 'media/../../x'],
  ])('%s is refused', async (_, files, problem) => {
    const before = await names();
    const zip = await zipOf(
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name.replaceAll('..', 'up'), bytes])),
    );
    writeFileSync(path('bad.zip'), Buffer.from(zip.toString('latin1').replaceAll('/up', '/..'), 'latin1'));
    const { code, errors } = await say('import bad.zip');
    expect([code, errors]).toEqual([1, expect.stringContaining(problem)]);
    expect(await names()).toEqual(before);
  });

  it('that is no zip after all is refused', async () => {
    writeFileSync(path('bad.zip'), 'PK, and nothing more');
    const { code, errors } = await say('import bad.zip');
    expect([code, errors]).toEqual([1, expect.stringContaining('The zip cannot be used: the file is not a zip')]);
  });
});

describe('a graphic', () => {
  function intoFolder(): void {
    for (const [name, content] of Object.entries(lowerThird)) {
      mkdirSync(dirname(path(`graphic/${name}`)), { recursive: true });
      writeFileSync(path(`graphic/${name}`), content);
    }
  }
  const graphicIn = (content: CompositionContent) => {
    const [id = ''] = content.compositions[content.mainComposition]!.subcompositions.slice(-1);
    const { name, elements, dataSources } = content.compositions[id]!;
    return [name, elements.map(({ kind }) => kind), dataSources.composition.controlNode.id === id];
  };

  it('in a folder becomes a composition with it', async () => {
    intoFolder();
    const { code, out } = await say('import graphic');
    expect([code, out]).toEqual([0, expect.stringContaining('The graphic "Lower third" is installed.\n')]);
    expect(graphicIn(await contentOfId(idIn(out)))).toEqual(['Lower third', ['graphic'], true]);
  });

  it('in a zip is added to a composition, as often as it is asked for', async () => {
    writeFileSync(path('graphic.zip'), await zipOf(lowerThird));
    writeFileSync(path('News.json'), ownText());
    const id = idIn((await say('import News.json')).out);
    const before = await contentOfId(id);
    for (const _ of [1, 2]) expect(idIn((await say(`import graphic.zip --into ${id}`)).out)).toBe(id);
    const after = await contentOfId(id);
    expect(graphicIn(after)).toEqual(['Lower third 2', ['graphic'], true]);
    expect(Object.keys(after.compositions).length).toBe(Object.keys(before.compositions).length + 2);
  });

  it('that is none is refused in the words of the service', async () => {
    mkdirSync(path('empty'));
    writeFileSync(path('empty/readme.txt'), 'nothing');
    const { code, errors } = await say('import empty');
    expect([code, errors]).toEqual([1, expect.stringContaining('The graphic was not installed')]);
  });
});

describe('who may', () => {
  const command = ['import', 'News.json'];
  beforeEach(() => writeFileSync(path('News.json'), ownText()));

  it('is told by a password that no command line shows', async () => {
    const env = { ...process.env, OVERLAY_PASSWORD: 'wrong password' };
    expect(await composeWith(folder, env, ...command, ...at(service))).toEqual({
      code: 1,
      out: '',
      errors: `${service.url} refused ${firstAccount.email}: the name or the password is wrong.\n`,
    });
  });

  it('is asked only on a terminal', async () => {
    const env = { ...process.env, OVERLAY_PASSWORD: '' };
    expect(await composeWith(folder, env, ...command, ...at(service))).toEqual({
      code: 1,
      out: '',
      errors: 'There is no terminal to ask for the password on. Put it into OVERLAY_PASSWORD.\n',
    });
  });

  it('is nobody where there is no service', async () => {
    const closed = await startSmallService();
    await closed.close();
    const { code, errors } = await say('import News.json', closed);
    expect([code, errors]).toEqual([1, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: .+\.\n$/)]);
    expect(existsSync(path('News.json'))).toBe(true);
  });
});
