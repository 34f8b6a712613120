import { describe, expect, it } from 'vitest';
import { readForm } from '../../../service/domain/form.ts';

const part = (head: string, body: string): string => `--x\r\n${head}\r\n\r\n${body}\r\n`;
const read = (form: string, boundary = 'x') => {
  const { file, name } = readForm(Buffer.from(form), boundary);
  return { file: Buffer.from(file).toString(), name };
};
const file = 'Content-Disposition: form-data; name="file"; filename="a.png"';

describe('a form is read', () => {
  it.each([
    ['as browsers write it', `${part(`${file}\r\nContent-Type: image/png`, 'PNG')}--x--\r\n`, 'PNG', 'a.png'],
    ['with words before and after', `Hello\r\n${part(file, 'PNG')}--x--\r\nGood bye`, 'PNG', 'a.png'],
    [
      'with a name of its own',
      `${part('content-disposition: form-data; name=name', 'Ada')}${part(file, 'PNG')}--x--`,
      'PNG',
      'Ada',
    ],
    ['with what looks like an end', `${part(file, 'a\r\n--y\r\n--\r\n--')}--x--`, 'a\r\n--y\r\n--\r\n--', 'a.png'],
    ['with an empty file', `${part(file, '')}--x--`, '', 'a.png'],
    [
      'with quotes in the name',
      `${part(file.replace('a.png', String.raw`a \"b\".png`), 'PNG')}--x--`,
      'PNG',
      'a "b".png',
    ],
    [
      'with a file that has no name',
      `${part('Content-Disposition: form-data; name="file"', 'PNG')}--x--`,
      'PNG',
      undefined,
    ],
  ])('%s', (_, form, bytes, name) => {
    expect(read(form)).toEqual({ file: bytes, name });
  });
});

describe('a form is refused', () => {
  const whole = 'Nothing was changed: expected a whole multipart form: ';
  it.each([
    ['that is cut off', part(file, 'PNG'), `${whole}it ends in the middle, or the head of a part is too long`],
    [
      'of another boundary',
      `${part(file, 'PNG')}--x--`.replaceAll('--x', '--y'),
      `${whole}it ends in the middle, or the head of a part is too long`,
    ],
    [
      'of a long head',
      `${part(`${file}\r\nX: ${'x'.repeat(9_000)}`, 'PNG')}--x--`,
      `${whole}it ends in the middle, or the head of a part is too long`,
    ],
    ['of many parts', `${part('a: b', '').repeat(21)}--x--`, `${whole}it has more than 20 parts`],
    [
      'without a file',
      '--x--',
      'Nothing was changed: file: expected a multipart form with a file under the key "file"',
    ],
    [
      'of two files',
      `${part(file, 'a')}${part(file, 'b')}--x--`,
      'Nothing was changed: file: expected one file, got 2',
    ],
  ])('%s', (_, form, message) => {
    expect(() => read(form)).toThrow(message);
  });
});
