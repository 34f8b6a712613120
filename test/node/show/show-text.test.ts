import { describe, expect, it } from 'vitest';
import { DamagedShow, NewerShow, readShowText, showText } from '../../../node/show/show-text.ts';

const cue = (id: string) => ({ id, number: id, steps: [{ targets: [], delay: 0 }] });
const content = {
  version: 1,
  name: 'Evening "News"\n',
  rundowns: [{ id: 'r', name: 'Main', groups: [{ id: 'g', cues: [cue('1'), cue('2')] }] }],
  keys: [{ key: 'KeyG', action: { do: 'go' } }],
  looks: [],
};

describe('the text of a show file', () => {
  it('has one thing a line, and reads back as it was', async () => {
    const text = String(await showText(content));
    expect(text.split('\n').slice(0, -3)).toEqual([
      '{',
      '"format":"overlayshow",',
      '"version":1,',
      '"name":"Evening \\"News\\"\\n",',
      '"rundowns":[',
      '{"id":"r","name":"Main","groups":[',
      '{"id":"g","cues":[',
      '{"id":"1","number":"1","steps":[{"targets":[],"delay":0}]},',
      '{"id":"2","number":"2","steps":[{"targets":[],"delay":0}]}',
      ']}',
      ']}',
      '],',
      '"keys":[',
      '{"key":"KeyG","action":{"do":"go"}}',
      '],',
      '"looks":[],',
    ]);
    expect(readShowText(text)).toEqual(content);
  });

  it('differs in one line where one cue differs', async () => {
    const [rundown] = content.rundowns;
    const other = { ...content, rundowns: [{ ...rundown, groups: [{ id: 'g', cues: [cue('1'), cue('3')] }] }] };
    const [one, two] = [String(await showText(content)).split('\n'), String(await showText(other)).split('\n')];
    expect(one.filter((line, at) => line !== two[at]).map((line) => line.slice(0, 8))).toEqual([
      '{"id":"2',
      `"sum":"${one.at(-3)?.slice(7, 8)}`,
    ]);
  });

  it('is read as it is where somebody wrote it, and refused where a newer version did', () => {
    expect(readShowText('{"format": "overlayshow", "version": 1, "keys": []}')).toEqual({ version: 1, keys: [] });
    expect(() => readShowText('{"format": "overlayshow", "version": 2}')).toThrow(NewerShow);
    const unversioned = ['0', '1.5', '"1"'].map((version) => `{"format": "overlayshow", "version": ${version}}`);
    for (const none of [...unversioned, '{"format": "overlayshow"}', '[]', 'null', '{}', '{"version": 1}'])
      expect(() => readShowText(none)).toThrow(DamagedShow);
  });
});
