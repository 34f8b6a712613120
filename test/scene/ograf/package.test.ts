import { describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { oneOfSeveral } from '../../../scene/ograf/package-files.ts';
import { ografSchema } from '../../../scene/ograf/ograf.ts';
import { checkPackage } from '../../../scene/ograf/package.ts';
import { everyKind, type Files, lowerThird, packageOf, unpacked } from '../../kit/scene/ograf-packages.ts';

const empty = 'export default class extends HTMLElement {}';
const manifestOf = (files: Files): object => JSON.parse(String(files['graphic.ograf.json'])) as object;
const check = (files: Files) => checkPackage(unpacked(files));
/** Every problem as `path: message`. */
const problems = async (files: Files): Promise<string[]> => {
  try {
    await check(files);
    return [];
  } catch (thrown) {
    return (thrown as OverlayError).details.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  }
};
/** A manifest with other members, beside a good script. */
const manifested = (more: object): Files => packageOf(empty, more);
/** Further files beside a good manifest. */
const withFiles = (files: Files): Files => ({ ...packageOf(empty), ...files });

describe('a good package', () => {
  it('is taken as it is', async () => {
    const { manifest, warnings, files } = await check(lowerThird);
    expect({ manifest, warnings, files: [...files.keys()] }).toEqual({
      manifest: manifestOf(lowerThird),
      warnings: [],
      files: ['graphic.ograf.json', 'graphic.mjs', 'lib/line.js'],
    });
    expect((await check(everyKind)).warnings).toEqual([]);
  });

  it('may be in one folder; what is outside of it is left out', async () => {
    const inFolder = Object.fromEntries(Object.entries(lowerThird).map(([path, text]) => [`third/${path}`, text]));
    const { files, warnings } = await check({ ...inFolder, 'readme.txt': 'Read me.' });
    expect([...files.keys()]).toEqual(['graphic.ograf.json', 'graphic.mjs', 'lib/line.js']);
    expect(warnings).toEqual([
      { path: 'readme.txt', message: 'is outside of the folder of the manifest, and was left out' },
    ]);
  });

  it('is taken with a warning for what does nothing and for what is missing and may be', async () => {
    const files = withFiles({
      'graphic.ograf.json': JSON.stringify({
        ...manifestOf(packageOf(empty)),
        colour: 'red',
        author: { name: 'A', phone: '1' },
        customActions: [{ id: 'a', name: 'A', icon: 'x' }],
        renderRequirements: [{ gpu: true, v_gpu: true }],
        actionDurations: [{ type: 'stopAction', duration: 1, unit: 's' }],
        thumbnails: [{ file: 'gone.png', animated: true, alt: 'x' }],
      }),
      'style.css': 'a { background: url(gone.svg) url("data:,x") url(https://example.org/y.png) url(#z) }',
      'lib/a.js': 'new URL("./gone.json", import.meta.url);\nimport.meta.resolve("../graphic.mjs");',
    });
    expect((await check(files)).warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'graphic.ograf.json: colour: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: author.phone: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: customActions[0].icon: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: renderRequirements[0].gpu: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: actionDurations[0].unit: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: thumbnails[0].alt: is not known to the specification, and does nothing (keys of a vendor begin with "v_")',
      'graphic.ograf.json: thumbnails[0].file: "gone.png" is not in the package',
      'style.css:1: names "gone.svg", which is not in the package',
      'lib/a.js:1: names "./gone.json", which is not in the package',
    ]);
  });
});

it('of several graphics gives the one whose manifest is named', async () => {
  const inFolder = (folder: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  const pack = unpacked({ ...inFolder('third', lowerThird), ...inFolder('every', everyKind) });
  const { manifest, files } = await checkPackage(pack, 'third/graphic.ograf.json');
  expect([manifest, [...files.keys()]]).toEqual([
    manifestOf(lowerThird),
    ['graphic.ograf.json', 'graphic.mjs', 'lib/line.js'],
  ]);
});

describe('a package is refused', () => {
  it('without a manifest, with several, and with one that is too deep', async () => {
    expect(await problems({ 'graphic.mjs': empty })).toEqual([
      'there is no manifest: a file whose name ends with .ograf.json',
    ]);
    expect(await problems({ 'a.ograf.json': '{}', 'b/b.ograf.json': '{"name":"Crawl"}' })).toEqual([
      `a.ograf.json: ${oneOfSeveral('')}`,
      `b/b.ograf.json: ${oneOfSeveral('Crawl')}`,
    ]);
    expect(await problems({ 'a/b/c.ograf.json': '{}' })).toEqual([
      'a/b/c.ograf.json: is too deep: the manifest is at the top, or in one folder there',
    ]);
  });

  it('with a manifest that is not JSON', async () => {
    expect(await problems({ 'a.ograf.json': '{' })).toEqual([expect.stringMatching(/^a\.ograf\.json: is not JSON: /)]);
  });

  it.each<[string, object, string]>([
    ['of another specification', { $schema: 'https://example.org' }, `$schema: expected "${ografSchema}"`],
    ['without an id', { id: undefined }, 'id: expected string, received undefined'],
    ['without a name', { name: undefined }, 'name: expected string, received undefined'],
    ['without a main file', { main: undefined }, 'main: expected string, received undefined'],
    ['whose main file is not there', { main: 'index.mjs' }, 'main: "index.mjs" is not in the package'],
    ['whose main file is elsewhere', { main: '../x.mjs' }, 'main: "../x.mjs" is not in the package'],
    [
      'that is not for live',
      { supportsRealTime: false },
      'supportsRealTime: is false: this graphic cannot be played live',
    ],
    [
      'that does not say whether it is for files',
      { supportsNonRealTime: 1 },
      'supportsNonRealTime: expected boolean, received number',
    ],
    ['of half a step', { stepCount: 1.5 }, 'stepCount: expected int, received number'],
    ['of an author without a name', { author: {} }, 'author.name: expected string, received undefined'],
    [
      'with an action without a name',
      { customActions: [{ id: 'a' }] },
      'customActions[0].name: expected string, received undefined',
    ],
    [
      'with two actions of one id',
      {
        customActions: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      },
      'customActions[1].id: "a" is the id of another action too',
    ],
    ['whose data is no object', { schema: { type: 'array' } }, 'schema.type: expected "object"'],
    [
      'that asks for more than an origin',
      { v_overlaydesk: { network: ['https://example.org/data'] } },
      'v_overlaydesk.network[0]: expected an origin such as https://data.example',
    ],
    [
      'that asks for every host',
      { v_overlaydesk: { network: ['https://*.example'] } },
      'v_overlaydesk.network[0]: expected an origin such as https://data.example',
    ],
  ])('with a manifest %s', async (_what, more, problem) => {
    expect(await problems(manifested(more))).toEqual([`graphic.ograf.json: ${problem}`]);
  });

  it.each<[string, string, string]>([
    [
      'a static import',
      "\nimport x from 'https://cdn.example/x.js';",
      'loads a script from elsewhere: https://cdn.example/x.js',
    ],
    [
      'a protocol-relative import',
      "\nimport '//cdn.example/x.js';",
      'loads a script from elsewhere: //cdn.example/x.js',
    ],
    [
      'a dynamic import',
      "\nawait import('https://cdn.example/x.js');",
      'loads a script from elsewhere: https://cdn.example/x.js',
    ],
    [
      'a re-export',
      "\nexport * from 'https://cdn.example/x.js';",
      'loads a script from elsewhere: https://cdn.example/x.js',
    ],
    ['a data address', "\nimport 'data:text/javascript,1';", 'loads a script from elsewhere: data:text/javascript,1'],
    [
      'importScripts',
      "\nimportScripts('https://cdn.example/x.js');",
      'loads a script from elsewhere: https://cdn.example/x.js',
    ],
    [
      'a worker',
      "\nnew Worker('https://cdn.example/x.js');",
      'loads a script from elsewhere: https://cdn.example/x.js',
    ],
    [
      'a script tag',
      '\nconst html = `<script src="//cdn.example/x.js">`;',
      'loads a script from elsewhere: //cdn.example/x.js',
    ],
    [
      'a package name',
      "\nimport gsap from 'gsap';",
      'imports "gsap", which is no path in the package: begin it with ./ or ../',
    ],
    [
      'a path from the top of the server',
      "\nimport '/lib/x.js';",
      'imports "/lib/x.js", which is no path in the package: begin it with ./ or ../',
    ],
    ['a file that is not there', "\nimport './gone.js';", 'imports "./gone.js", which is not in the package'],
    ['a file outside', "\nimport '../../../lib/x.js';", 'imports "../../../lib/x.js", which is not in the package'],
    ['something that is no script', '\nimport { from;', 'is not JavaScript that can be read'],
  ])('where a script has %s, with its line', async (_what, script, problem) => {
    expect(await problems(withFiles({ 'lib/x.js': script }))).toEqual([`lib/x.js:2: ${problem}`]);
  });

  it('where a page loads a script from elsewhere', async () => {
    const files = withFiles({
      'a.html': '<p>\n<script defer src=https://cdn.example/x.js></script>',
      'c.svg': '<svg><script xlink:href="https://cdn.example/c.js"/></svg>',
    });
    expect(await problems(files)).toEqual([
      'a.html:2: loads a script from elsewhere: https://cdn.example/x.js',
      'c.svg:1: loads a script from elsewhere: https://cdn.example/c.js',
    ]);
  });

  it('but not where a style sheet names web fonts: that is a warning', async () => {
    const files = withFiles({
      'b.css': '@import "https://cdn.example/b.css";',
      'lib/x.js': 'const css = `\n@import url(//cdn.example/x.css)`;',
    });
    const { warnings } = await checkPackage(unpacked(files));
    const named = 'names a style sheet from elsewhere, which is not loaded, nor are its fonts';
    expect(warnings).toEqual([
      { path: 'b.css:1', message: `${named}: https://cdn.example/b.css` },
      { path: 'lib/x.js:2', message: `${named}: //cdn.example/x.css` },
    ]);
  });

  it('where the main file exports no component', async () => {
    expect(await problems(withFiles({ 'graphic.mjs': 'export class Graphic extends HTMLElement {}' }))).toEqual([
      'graphic.mjs: has no default export, which would be the Web Component of the graphic',
    ]);
  });

  it('but not for an address in a comment or in a text', async () => {
    const script = '// see <script src="https://cdn.example/x.js">\nconst a = "https://example.org/@import";\n' + empty;
    expect(await problems(withFiles({ 'graphic.mjs': script }))).toEqual([]);
  });
});
