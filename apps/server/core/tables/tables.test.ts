import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, it } from 'vitest';
import { countLongestHold } from '../../testing/watching/count-steps';
import { STEP } from '../time/in-steps';
import { writeCsv } from './csv-table';
import type { Column, Table } from './table';
import { writeXlsx } from './xlsx-table';

interface Row {
  text: string | null;
  money: number;
  moment: string;
}

const columns: Column<Row>[] = [
  { name: 'Texto', kind: 'text', width: 10, read: ({ text }) => text },
  { name: 'Código', kind: 'code', width: 10, read: ({ text }) => text },
  { name: 'Valor', kind: 'money', width: 10, read: ({ money }) => money },
  { name: 'Quando', kind: 'moment', width: 10, read: ({ moment }) => moment },
];

function toTable(rows: Row[]): Table<Row> {
  async function* pages() {
    yield rows;
  }
  return { name: 'tabela', columns, pages: pages() };
}

const row = (text: string | null, money = 1234.5, moment = '2026-11-21T02:30:15.000Z'): Row => ({
  text,
  money,
  moment,
});

async function gather(pieces: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return new Uint8Array(Buffer.concat(all));
}

async function readSheet(rows: Row[]): Promise<string> {
  const zip = new ZipReader(new Uint8ArrayReader(await gather(writeXlsx(toTable(rows)))));
  const entries = await zip.getEntries();
  expect(entries.map(({ filename }) => filename)).toContain('[Content_Types].xml');
  const sheet = entries.find(({ filename }) => filename === 'xl/worksheets/sheet1.xml');
  if (sheet === undefined || sheet.directory) throw new Error('no sheet');
  return sheet.getData(new TextWriter());
}

describe('a CSV', () => {
  it('is what a Brazilian Excel takes, moments as the clock in São Paulo shows them', async () => {
    const text = Buffer.from(await gather(writeCsv(toTable([row('a;"b"'), row(null, -2), row('=1+1', 0)]))));
    expect(text.toString()).toBe(
      [
        '\uFEFFTexto;Código;Valor;Quando',
        '"a;""b""";"a;""b""";1234,50;20/11/2026 23:30',
        ';;-2,00;20/11/2026 23:30',
        "'=1+1;'=1+1;0,00;20/11/2026 23:30",
        '',
      ].join('\r\n'),
    );
  });
});

describe('a workbook', () => {
  it('has amounts and moments as numbers, and keeps its heading in sight', async () => {
    const sheet = await readSheet([row('Caneca', 59.9)]);
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toContain('<c r="C2" s="2"><v>59.9</v></c>');
    const [, days] = /<c r="D2" s="3"><v>([\d.]+)</.exec(sheet) ?? [];
    expect(new Date(Date.UTC(1899, 11, 30) + Math.round(Number(days) * 86_400_000)).toISOString()).toBe(
      '2026-11-20T23:30:15.000Z',
    );
  });

  it('has texts that no program runs as formulas, whatever they hold', async () => {
    const sheet = await readSheet([row('=1+1'), row('<&>'), row('a\r\nb\u0000_x000D_'), row("'=1")]);
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<c r="A2" s="5" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).toContain('>&lt;&amp;&gt;<');
    expect(sheet).toContain('>a_x000D_\nb_x0000__x005F_x000D_<');
    expect(sheet).toContain(">''=1<");
  });
});

describe.each([
  ['csv', writeCsv],
  ['xlsx', writeXlsx],
])('%s', (_, write) => {
  /** Pages without an end that tell how many were read and whether they were let go. */
  function endless() {
    const seen = { pages: 0, isOver: false };
    async function* pages() {
      try {
        for (;;) {
          seen.pages += 1;
          yield Array.from({ length: 500 }, () => row(`${Math.random()}`.repeat(4)));
        }
      } finally {
        seen.isOver = true;
      }
    }
    return { seen, table: { name: 'tabela', columns, pages: pages() } };
  }

  it('reads no faster than its pieces are taken, and stops once its reader is gone', async () => {
    const { seen, table } = endless();
    let taken = 0;
    for await (const _piece of write(table)) {
      taken += 1;
      if (taken === 20) break;
    }
    expect(seen.pages).toBeLessThan(400);
    await expect.poll(() => seen.isOver).toBe(true);
  });

  it('lets others have their turn every few rows, however many a page has', async () => {
    const held = await countLongestHold(async (count) => {
      const read = () => {
        count();
        return 'x';
      };
      const counted: Column<Row> = { name: 'Linha', kind: 'text', width: 10, read };
      const table = toTable(Array.from({ length: 10 * STEP + 1 }, () => row('Caneca')));
      await gather(write({ ...table, columns: [counted] }));
    });
    expect(held).toBe(STEP);
  });

  it('fails with what reading fails with', async () => {
    async function* pages(): AsyncIterable<Row[]> {
      yield [row('Caneca')];
      throw new Error('the database is away');
    }
    await expect(gather(write({ name: 'tabela', columns, pages: pages() }))).rejects.toThrow(
      'the database is away',
    );
  });
});
