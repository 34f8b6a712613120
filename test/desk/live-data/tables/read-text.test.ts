import { texts as deskTexts } from '../../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { type DataLimits, usualDataLimits } from '../../../../desk/live-data/tables/data-limits.ts';
import { readText } from '../../../../desk/live-data/tables/read-text.ts';

const read = (text: string, limits: Partial<DataLimits> = {}) =>
  readText(text, 'auto', { ...usualDataLimits, ...limits });
const table = (text: string) => read(text).tree;
const refused = (text: string, limits?: Partial<DataLimits>) => expect(() => read(text, limits));

describe('a text in columns', () => {
  it('is read with its header, and texts stay texts', () => {
    expect(read('team,goals\nRed,007\n"Blue, ""North""",2\n')).toEqual({
      columns: ['team', 'goals'],
      tree: [
        { team: 'Red', goals: '007' },
        { team: 'Blue, "North"', goals: '2' },
      ],
      places: [2, 3],
    });
  });

  it.each([
    ['tabs', 'a\tb\n1,5\t2'],
    ['semicolons', 'a;b\n1,5;2'],
    ['semicolons, and commas in quoted names', '"a";"b"\n1,5;2'],
  ])('may have %s', (_, text) => {
    expect(table(text)).toEqual([{ a: '1,5', b: '2' }]);
  });

  it.each(['sep=;\n', 'SEP=|\r\n', 'sep=\t\n'])('may name its separator in a line before: %j', (line) => {
    const by = line.charAt(4);
    expect(read(`${line}a${by}b\n1,5${by}2`)).toEqual({
      columns: ['a', 'b'],
      tree: [{ a: '1,5', b: '2' }],
      places: [3],
    });
  });

  it('may end its lines in any way, and have line ends in cells', () => {
    expect(table('a,b\r\n1,"2\r\n3"\n4,5\r6,7')).toEqual([
      { a: '1', b: '2\r\n3' },
      { a: '4', b: '5' },
      { a: '6', b: '7' },
    ]);
  });

  it('may have the empty rows and cells that spreadsheets add', () => {
    expect(read('a,b,,\n1,2,,\n,,,\n\n3,,,\n,,\n')).toEqual({
      columns: ['a', 'b'],
      tree: [
        { a: '1', b: '2' },
        { a: '3', b: '' },
      ],
      places: [2, 5],
    });
  });

  it('may have a header alone, and columns without a name', () => {
    expect(read('a,b')).toEqual({ columns: ['a', 'b'], tree: [], places: [] });
    expect(read('a,,b\n1,2,3')).toEqual({ columns: ['a', 'b'], tree: [{ a: '1', b: '3' }], places: [2] });
  });

  it('may call a column by any name', () => {
    expect(Object.entries((table('__proto__,constructor\n1,2') as object[])[0]!)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('with wrong columns is refused as a whole, by row', () => {
    refused('a,b,c\n1,2,3\n\n4,5\n').toThrow(deskTexts.data.wrongColumns(4, 2, 3));
    refused('a,b\n1,2,3').toThrow(deskTexts.data.wrongColumns(2, 3, 2));
    refused('a,b,a\n1,2,3').toThrow(deskTexts.data.sameColumns(1, 3, 'a'));
    refused(',,\n1,2,3').toThrow(deskTexts.data.emptyHeader);
  });

  it('that ends within quotes is refused, by line', () => {
    refused('a,b\n1,"2\n').toThrow(/Quote Not Closed.* at line 2/);
    refused('a,b\n1,x"2"\n').toThrow(/Invalid Opening Quote.* at line 2/);
  });

  it('is refused with too many columns or rows, and read up to that', () => {
    refused('a,b,c', { columns: 2 }).toThrow(deskTexts.data.tooManyColumns(3, 2));
    refused('a\n1\n2\n3', { rows: 2 }).toThrow(deskTexts.data.tooManyRows(2));
    expect(read('a\n1\n\n2\n\n', { rows: 2 }).tree).toHaveLength(2);
  });

  it('is read with 100,000 rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `Runner ${row},${row},,"x"`);
    const { tree } = read(`name,number,club,mark\n${rows.join('\n')}\n`);
    expect(tree).toHaveLength(100_000);
    expect((tree as unknown[])[99_999]).toEqual({ name: 'Runner 99999', number: '99999', club: '', mark: 'x' });
  });
});

describe('JSON', () => {
  it('is read as it is', () => {
    expect(read(' {"teams":[{"name":"Red","goals":2,"out":false}]}')).toEqual({
      tree: { teams: [{ name: 'Red', goals: 2, out: false }] },
    });
  });

  it('is refused with the place of the mistake', () => {
    refused('{\n  "a": 1,\n  b: 2\n}').toThrow(
      deskTexts.data.noJson(deskTexts.data.lineColumn(3, 3, deskTexts.data.jsonMistakes.InvalidSymbol)),
    );
    refused('[1, 2').toThrow(/^This is no JSON: line 1, column 6: /);
    refused('[1] // old').toThrow(/^This is no JSON: line 1, column 5: /);
  });

  it('is refused when it is nested too deeply, well formed or not', () => {
    refused('['.repeat(65) + ']'.repeat(65)).toThrow('nested too deeply');
    expect(read('['.repeat(64) + ']'.repeat(64)).tree).toBeDefined();
    refused('['.repeat(100_000)).toThrow('This is no JSON');
    refused('['.repeat(200_000) + ']'.repeat(200_000)).toThrow('nested too deeply');
  });
});

describe('XML', () => {
  it('is read as objects of elements, attributes and texts', () => {
    const text = `<?xml version="1.0"?><!-- now --><league season="26">
      <team id="1"><name>Red &amp; White &#x41;</name><goals/></team>
      <team id="2"><name><![CDATA[<Blue>]]></name></team>
      <note at="20:15">half <!-- or not -->time</note>
    </league>`;
    expect(read(text).tree).toEqual({
      league: {
        '@season': '26',
        team: [
          { '@id': '1', name: 'Red & White A', goals: '' },
          { '@id': '2', name: '<Blue>' },
        ],
        note: { '@at': '20:15', '#text': 'half time' },
      },
    });
  });

  it('is refused with the line of the mistake', () => {
    refused('<a>\n<b>1</a>').toThrow(deskTexts.data.noXml(2, 'Unexpected close tag'));
    refused('<a>\n<b>1').toThrow(/line 2: Unclosed root tag/);
    refused('<a>&nbsp;</a>').toThrow(/line 1: Invalid character entity/);
  });

  it('is refused with a document type, which could define endless entities', () => {
    refused('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>').toThrow(deskTexts.data.noDoctype);
    refused('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>').toThrow(deskTexts.data.noDoctype);
  });

  it('is refused when it is nested too deeply', () => {
    refused('<a>'.repeat(100_000)).toThrow(deskTexts.data.elementsTooDeep);
  });
});

describe('what is no data', () => {
  it.each([
    '<!DOCTYPE html><html><body>Sign in</body></html>',
    '\n<html lang="en">',
    '<!-- 1 --><!doctype HTML>',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
  ])('is named as a web page: %s', (text) => {
    refused(text).toThrow(deskTexts.data.webPage);
  });

  it.each(['', ' \r\n\t'])('is named as empty', (text) => {
    refused(text).toThrow(deskTexts.data.empty);
  });
});

describe('lines of JSON', () => {
  it('are the entries of a list, and numbers keep their digits', () => {
    expect(table('{"name":"Asa","points":2.50}\r\n\n{"name":"Joao","points":9}\n')).toEqual([
      { name: 'Asa', points: '2.50' },
      { name: 'Joao', points: 9 },
    ]);
  });

  it('have no mistake in any line', () => {
    refused('{"name":"Asa"}\n{"name":').toThrow('line 2');
  });
});
