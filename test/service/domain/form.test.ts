import { describe, expect, it } from 'vitest';
import { readForm } from '../../../service/domain/form.ts';

const part = (head: string, body: string): string => `--x\r\n${head}\r\n\r\n${body}\r\n`;
const read = async (form: string) => {
  const { file, name } = await readForm(Buffer.from(form), 'multipart/form-data; boundary=x');
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
    ['with a name in UTF-8', `${part(`${file}; filename*=UTF-8''%e2%82%ac.png`, 'PNG')}--x--`, 'PNG', '€.png'],
  ])('%s', async (_, form, bytes, name) => {
    expect(await read(form)).toEqual({ file: bytes, name });
  });
});

describe('a form is refused', () => {
  const whole = 'Nothing was changed: expected a whole multipart form: ';
  const noFile = 'Nothing was changed: file: expected a multipart form with a file under the key "file"';
  it.each([
    ['that is cut off', part(file, 'PNG'), `${whole}expected boundary after body`],
    ['of another boundary', `${part(file, 'PNG')}--x--`.replaceAll('--x', '--y'), whole],
    ['without a file', '--x--', noFile],
    ['with a field in place of the file', `${part('Content-Disposition: form-data; name="file"', 'PNG')}--x--`, noFile],
    ['with a file of another name', `${part(file.replace('"file"', '"other"'), 'PNG')}--x--`, noFile],
    [
      'of two files',
      `${part(file, 'a')}${part(file, 'b')}--x--`,
      'Nothing was changed: file: expected one file, got 2',
    ],
  ])('%s', async (_, form, message) => {
    await expect(read(form)).rejects.toThrow(message);
  });
});
