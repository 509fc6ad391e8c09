import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvLayout, CsvScanner, MAX_RECORD_LENGTH, type ScannedRecord } from './csv-scanner';

const COMMA: CsvLayout = { delimiter: ',', lineBreak: '\n' };

function scan(text: string, layout = COMMA, pieceLength = text.length || 1): ScannedRecord[] {
  const scanner = new CsvScanner(layout);
  const found: ScannedRecord[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    found.push(...scanner.push(text.slice(at, at + pieceLength)));
  }
  return [...found, ...scanner.end()];
}

/** `line:cell|cell`, or `line!reason`. */
function brief(records: ScannedRecord[]): string[] {
  return records.map((record) =>
    'cells' in record
      ? `${record.line}:${record.cells.join('|')}`
      : `${record.line}!${record.reason.slice(0, 5)}`,
  );
}

describe('well-formed text', () => {
  it.each([
    ['a,b\n1,2\n', ['1:a|b', '2:1|2']],
    ['a,b\r\n1,2', ['1:a|b', '2:1|2']],
    ['a,b\n1,2\r\n3,4\n', ['1:a|b', '2:1|2', '3:3|4']],
    ['a,\n,b\n,\n', ['1:a|', '2:|b', '3:|']],
    ['"a, b",c\n', ['1:a, b|c']],
    ['"say ""hi""",c\n', ['1:say "hi"|c']],
    ['"",""\n', ['1:|']],
    ['"a"', ['1:a']],
    ['"a",', ['1:a|']],
    [',"a"\n', ['1:|a']],
    ['"a"\r\n"b"\r\n', ['1:a', '2:b']],
    ['', []],
  ])('%j is split into its cells', (text, records) => {
    expect(brief(scan(text))).toEqual(records);
  });

  it('keeps count of the lines inside quotes and of blank ones, each line break once', () => {
    expect(brief(scan('a\r\n"x\r\ny\nz",1\r\n\r\nb\r\n'))).toEqual(['1:a', '2:x\r\ny\nz|1', '5:', '6:b']);
  });

  it('takes a quote inside an unquoted cell as what it is', () => {
    expect(brief(scan('Cabo 1/2",Prego 3"\nx,y\n'))).toEqual(['1:Cabo 1/2"|Prego 3"', '2:x|y']);
  });

  it('reads semicolons, and the line breaks of an old Mac', () => {
    expect(brief(scan('a;b\r"x\ry";2\rz', { delimiter: ';', lineBreak: '\r' }))).toEqual([
      '1:a|b',
      '2:x\ry|2',
      '4:z',
    ]);
  });

  it('gives back whatever cells were written, and the line each row begins on', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ') }));
    const row = fc.array(cell, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (rows, pieceLength) => {
        const lines = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join());
        let line = 1;
        const expected = rows.map((cells, index) => {
          const record = { line, cells };
          line += lines[index]?.split('\n').length ?? 0;
          return record;
        });
        expect(scan(`${lines.join('\r\n')}\r\n`, COMMA, pieceLength)).toEqual(expected);
      }),
    );
  });
});

describe('broken text', () => {
  it.each([
    ['a,"b\nc,d\n', ['1!aspas', '2:c|d']],
    ['a,"b\nc,"d"\ne,f\n', ['1!aspas', '2:c|d', '3:e|f']],
    ['"a"b,c\nd,e\n', ['1!aspas', '2:d|e']],
    ['"a" ,c\nd,e\n', ['1!aspas', '2:d|e']],
    ['"a\n', ['1!aspas']],
    ['"', ['1!aspas']],
    ['"a"\rb\nc\n', ['1!aspas', '2:c']],
  ])('%j costs the line with the stray quote and none after it', (text, records) => {
    expect(brief(scan(text))).toEqual(records);
  });

  it('an endless quote is given up within bounds', () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index},x`);
    const records = scan(`"open\n${lines.join('\n')}`, COMMA, 1000);
    expect(records).toHaveLength(30_001);
    expect(brief(records.slice(0, 2))).toEqual(['1!aspas', '2:line 0|x']);
  });

  it.each([[1000], [500_000]])('an endless line is dropped whole, read in pieces of %i', (pieceLength) => {
    const text = `${'x'.repeat(MAX_RECORD_LENGTH + 1)}\na,b\n`;
    expect(brief(scan(text, COMMA, pieceLength))).toEqual(['1!texto', '2:a|b']);
  });

  it('an endless line at the end is told of once', () => {
    expect(brief(scan(`a\n${'x'.repeat(3 * MAX_RECORD_LENGTH)}`, COMMA, 1000))).toEqual(['1:a', '2!texto']);
  });

  it('takes the longest record', () => {
    const text = 'x'.repeat(MAX_RECORD_LENGTH - 1);
    expect(scan(`${text}\n`)).toEqual([{ line: 1, cells: [text] }]);
  });
});

describe('any text', () => {
  const anyText = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', 'é', ' '), maxLength: 60 });

  it('is read the same in whatever pieces it arrives', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 9 }), (text, pieceLength) => {
        expect(scan(text, COMMA, pieceLength)).toEqual(scan(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('yields one record at most per line, in the order of the lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = scan(text).map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
        expect(lines.at(-1) ?? 0).toBeLessThanOrEqual(text.split('\n').length);
      }),
      { numRuns: runs(1000) },
    );
  });
});
