import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { compositionOf } from '../../scene/content/content.ts';
import { gallery } from '../../gallery/gallery.ts';
import { compose } from '../kit/programs/compose-program.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'overlay-compose-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const say = (words: string) => compose(folder, ...words.split(' '));
const fine = (out: string) => ({ code: 0, out, errors: '' });
const refused = (errors: string, out = '') => ({ code: 1, out, errors });
const written = (name: string) =>
  compositionOf(CompositionContent.parse(JSON.parse(readFileSync(path(name), 'utf8')))).root;

describe('a new composition', () => {
  it('is of designs of the gallery, each as often as it is asked for', async () => {
    expect(await say('new show.json --from lower-third --from clock --from lower-third --name News')).toEqual(
      fine(`${path('show.json')} is written.\n`),
    );
    const { name, subcompositions } = written('show.json');
    const designs = ['lower-third', 'clock', 'lower-third'].map((id) => gallery.find((one) => one.id === id)!.sub);
    expect([name, subcompositions.map((sub) => sub.scene)]).toEqual(['News', designs.map(({ scene }) => scene)]);
    expect(new Set(subcompositions.map(({ id }) => id)).size).toBe(3);
    expect(readdirSync(folder)).toEqual(['show.json']);
  });

  it('is empty where no design is named, and called as its file is', async () => {
    await say('new evening.json');
    expect(written('evening.json')).toMatchObject({ name: 'evening', subcompositions: [] });
    expect(await say('check evening.json')).toEqual(fine('evening.json: is fine\n'));
  });

  it('never takes the place of a file', async () => {
    writeFileSync(path('mine.json'), 'mine');
    expect(await say('new mine.json')).toEqual(refused(`${path('mine.json')} exists already. It was not changed.\n`));
    expect([readFileSync(path('mine.json'), 'utf8'), readdirSync(folder)]).toEqual(['mine', ['mine.json']]);
  });

  it('leaves nothing behind where it cannot be', async () => {
    expect(await say('new a.json --from gone')).toEqual(
      refused('There is no design "gone". new --list prints all of them.\n'),
    );
    expect(await say('new no/where.json')).toEqual(refused(`There is no folder ${path('no')}.\n`));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has its designs listed', async () => {
    const { code, out } = await say('new --list');
    expect([
      code,
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ]).toEqual([0, gallery.map(({ id }) => id)]);
  });
});

describe('a check', () => {
  it('says of each file what is wrong, and that something is', async () => {
    await say('new good.json --from clock');
    const good = readFileSync(path('good.json'), 'utf8');
    writeFileSync(path('typo.json'), good.replace('"kind": "', '"kind": "x'));
    writeFileSync(path('comma.json'), '{\n  "a": 1,\n}\n');
    writeFileSync(path('word.json'), '{\n  "a": tru\n}\n');
    mkdirSync(path('folder'));
    const { code, out, errors } = await say('check good.json typo.json comma.json word.json gone.json folder');
    expect([code, errors]).toEqual([1, '']);
    expect(out.trimEnd().split('\n')).toEqual([
      'good.json: is fine',
      expect.stringMatching(/^typo\.json: compositions\["[-\w]+"\]\.elements\[0\]\S*\.kind: expected 'box' \| 'text' /),
      'comma.json: line 3, column 1: is not JSON: Expected double-quoted property name',
      "word.json: line 2, column 8: is not JSON: Unexpected token '\\n'",
      'gone.json: there is no such file',
      'folder: is a folder, and no file',
    ]);
  });

  it('marks what is only a warning, and is content with it', async () => {
    await say('new show.json --from clock');
    const content = JSON.parse(readFileSync(path('show.json'), 'utf8')) as CompositionContent;
    const [id = ''] = content.compositions[content.mainComposition]!.subcompositions;
    content.compositions[id]!.elements.push({
      kind: 'box',
      id: 'beside',
      frame: { x: 3000, y: 0, width: 10, height: 10 },
      fill: 'red',
    });
    writeFileSync(path('show.json'), JSON.stringify(content));
    const at = `compositions["${id}"].elements[${content.compositions[id]!.elements.length - 1}].frame`;
    expect(await say('check show.json')).toEqual(
      fine(`show.json: warning: ${at}: stands outside of the picture while it is In\n`),
    );
  });

  it.each([
    ['a file that is empty', '', 'line 1, column 1: is not JSON: Unexpected end of JSON input'],
    ['a key that cannot be', '{"__proto__": {}}', '__proto__: the key "__proto__" is not accepted'],
    ['half a character', '{"a": "\\ud800"}', 'a: a text with half of a character (a lone surrogate) is not accepted'],
    ['what is no object', '[]', 'expected record, received array'],
    [
      'what is nested too deeply',
      `${'['.repeat(70)}${']'.repeat(70)}`,
      'arrays and objects may stand in each other 64 deep at most',
    ],
  ])('refuses %s, as a service would', async (_, text, problem) => {
    writeFileSync(path('bad.json'), text);
    expect(await say('check bad.json')).toEqual({ code: 1, out: `bad.json: ${problem}\n`, errors: '' });
  });
});

it('a wrong command line is said on the error output, with an exit code of its own', async () => {
  expect(await say('frame a.json')).toEqual({
    code: 2,
    out: '',
    errors: 'There is no command "frame". Try --help.\n',
  });
});
