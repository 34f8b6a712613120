import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { ografSchema } from '../../../scene/ograf/ograf.ts';

/** The files of a package, by path. */
export type Files = Record<string, string | Uint8Array>;

/** The members of a manifest that every graphic has. */
const bare = { $schema: ografSchema, supportsRealTime: true, supportsNonRealTime: false, main: 'graphic.mjs' };

/** A package of one module and its manifest; `more` are further members of the manifest. */
export function packageOf(script: string, more: object = {}): Files {
  const manifest = { ...bare, id: 'example.graphic', name: 'Graphic', ...more };
  return { 'graphic.ograf.json': JSON.stringify(manifest), 'graphic.mjs': script };
}

/**
 * A graphic that writes every call it gets into its own text, as `playAction {"goto":0,...}`, newest last, so that a test
 * reads what the graphic was told. `body` are further members of its class.
 */
function telling(body = ''): string {
  return `
    import { line } from './lib/line.js';
    export default class extends HTMLElement {
      async load(params) { this.calls = []; this.style.cssText = 'position:absolute;left:100px;top:800px;font-size:20px;white-space:pre;color:red'; return this.note('load', params); }
      async dispose(params) { return this.note('dispose', params); }
      async playAction(params) { return this.note('playAction', params, { currentStep: params.goto ?? 0 }); }
      async stopAction(params) { return this.note('stopAction', params); }
      async updateAction(params) { return this.note('updateAction', params); }
      async customAction(params) { return this.note('customAction', params); }
      note(name, params, more) {
        this.calls.push(line(name, params));
        this.textContent = this.calls.join('\\n');
        return { statusCode: 200, ...more };
      }
      ${body}
    }
  `;
}

const line = 'export const line = (name, params) => name + " " + JSON.stringify(params);';

/** A package of {@link telling}. */
export function tellingPackage(more: object = {}, body = ''): Files {
  return { ...packageOf(telling(body), more), 'lib/line.js': line };
}

/** A name with a title, in three steps, with two actions of its own. */
export const lowerThird: Files = tellingPackage({
  id: 'example.lower-third',
  version: '1.0',
  name: 'Lower third',
  description: 'A name and a title',
  author: { name: 'Example', email: 'graphics@example.org' },
  stepCount: 3,
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title', gddType: 'single-line', default: 'Harbour master', order: 2 },
      name: { type: 'string', title: 'Name', gddType: 'single-line', default: 'Ada Reyes', order: 1 },
    },
    required: ['name'],
  },
  customActions: [
    { id: 'highlight', name: 'Highlight', description: 'The name lights up', schema: null },
    { id: 'name', name: 'Name alone' },
  ],
  actionDurations: [
    { type: 'playAction', duration: 600, steps: [{ step: 1, duration: 300 }] },
    { type: 'customAction', customActionId: 'highlight', duration: -1 },
  ],
  renderRequirements: [{ resolution: { width: { min: 1280 } }, frameRate: { ideal: 50 } }],
  v_example: { note: 'a vendor may say anything' },
});

/** One property of every kind that GDD has. */
export const everyKind: Files = {
  ...tellingPackage({
    id: 'example.every-kind',
    name: 'Every kind',
    thumbnails: [{ file: 'thumbnail.png', resolution: { width: 1, height: 1 } }],
    schema: {
      type: 'object',
      properties: {
        line: { type: 'string', title: 'Line', gddType: 'single-line/caption', default: 'One line', maxLength: 40 },
        words: { type: 'string', label: 'Words', gddType: 'multi-line', default: 'Two\nlines' },
        plain: { type: 'string' },
        photo: { type: 'string', gddType: 'file-path/image-path', default: './thumbnail.png' },
        jingle: { type: 'string', gddType: 'file-path', gddOptions: { extensions: ['mp3', '.wav'] } },
        document: { type: 'string', gddType: 'file-path', gddOptions: { extensions: ['txt'] } },
        size: {
          type: 'string',
          enum: ['s', 'l'],
          gddType: 'select',
          gddOptions: { labels: { s: 'Small', l: 'Large' } },
          default: 'l',
        },
        level: { type: 'integer', enum: [1, 2], gddType: 'select', gddOptions: { labels: { '1': 'One' } }, default: 2 },
        tint: { type: 'string', gddType: 'color-rrggbb', pattern: '^#[0-9a-f]{6}$', default: '#ff8000' },
        glow: { type: 'string', gddType: 'color-rrggbbaa', pattern: '^#[0-9a-f]{8}$', default: '#ff800080' },
        turnout: { type: 'number', gddType: 'percentage', minimum: 0, maximum: 1, default: 0.625 },
        hold: { type: 'integer', gddType: 'duration-ms', minimum: 0, default: 2500 },
        votes: { type: 'integer', minimum: 0, exclusiveMaximum: 1000, default: 12 },
        share: { type: 'number', minimum: 1, multipleOf: 0.5, default: 0 },
        speed: {
          type: 'number',
          enum: [0.5, 2],
          gddType: 'select',
          gddOptions: { labels: { '0.5': 'Half', '2.0': 'Double' } },
          default: 2,
        },
        live: { type: 'boolean', default: true },
        rows: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
        sides: {
          type: 'array',
          items: { type: 'string', enum: ['home', 'away'] },
          gddType: 'select-multiple',
          gddOptions: { labels: { home: 'Home', away: 'Away' } },
          default: ['home'],
        },
        place: { type: 'object', properties: { city: { type: 'string', default: 'Aveiro' }, zip: { type: 'string' } } },
        first: { type: 'string', order: -1 },
      },
    },
  }),
  'thumbnail.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
};

/**
 * A poll of nobody knows how many questions, which are three. Its action needs to be given what it is about, and refuses
 * to be called without.
 */
export const poll: Files = tellingPackage(
  {
    id: 'example.poll',
    name: 'Poll',
    stepCount: -1,
    schema: { type: 'object', properties: { title: { type: 'string', title: 'Title', default: 'Poll' } } },
    customActions: [
      {
        id: 'mark',
        name: 'Mark',
        schema: {
          type: 'object',
          properties: {
            answer: {
              type: 'string',
              title: 'Answer',
              enum: ['yes', 'no'],
              gddType: 'select',
              gddOptions: { labels: { yes: 'Yes', no: 'No' } },
              default: 'yes',
            },
            share: { type: 'number', gddType: 'percentage', minimum: 0, maximum: 1, default: 0.5 },
          },
          required: ['answer', 'share'],
        },
      },
    ],
    actionDurations: [{ type: 'customAction', customActionId: 'mark', duration: 400 }],
  },
  `async playAction(params) { return this.note('playAction', params, params.goto < 3 && { currentStep: params.goto }); }
   async customAction(params) {
     const { answer, share } = params.payload;
     const given = typeof answer === 'string' && typeof share === 'number';
     return this.note('customAction', params, given ? {} : { statusCode: 400, statusMessage: 'no answer or no share' });
   }`,
);

/** A picture that covers all for a moment, and leaves by itself. */
export const wipe: Files = tellingPackage(
  { id: 'example.wipe', name: 'Wipe', stepCount: 0, actionDurations: [{ type: 'playAction', duration: 1200 }] },
  `async playAction(params) { return this.note('playAction', params); }`,
);

/** The files as a zip. */
export async function zipOf(files: Files, entries: { path: string; mode?: number }[] = []): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  for (const { path, mode } of entries) zip.addBuffer(Buffer.from('x'), path, mode === undefined ? {} : { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** A zip in which every place that holds `from` holds `to`, which is as long: what no program would write. */
export function forged(zip: Buffer, from: string | Buffer, to: string | Buffer): Buffer {
  const [wanted, instead] = [Buffer.from(from), Buffer.from(to)];
  if (wanted.length !== instead.length) throw new Error('What is forged must be as long as what was there.');
  const made = Buffer.from(zip);
  for (let at = made.indexOf(wanted); at >= 0; at = made.indexOf(wanted, at + wanted.length)) instead.copy(made, at);
  return made;
}

/** A zip with a bit set in the flags of every entry, in both of its headers. Source: APPNOTE, 4.3.7 and 4.3.12. */
export function flagged(zip: Buffer, flag: number): Buffer {
  const made = Buffer.from(zip);
  for (const [signature, offset] of [
    ['504b0304', 6],
    ['504b0102', 8],
  ] as const) {
    const mark = Buffer.from(signature, 'hex');
    for (let at = made.indexOf(mark); at >= 0; at = made.indexOf(mark, at + 4)) {
      made.writeUInt16LE(made.readUInt16LE(at + offset) | flag, at + offset);
    }
  }
  return made;
}

/** The files as they come out of a zip or a folder. */
export function unpacked(files: Files): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([path, content]) => [path, new Uint8Array(Buffer.from(content))]));
}
