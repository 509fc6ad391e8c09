import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CSV_COLUMNS,
  CSV_TEMPLATE_HEADER,
  type CsvRecord,
  checkHeader,
  csvCell,
  csvRow,
  detectDelimiter,
  formatRowError,
  normalizeName,
  parseDecimal,
} from './product-csv';

const row: CsvRecord = {
  fornecedor_id: 'Loja São João',
  nome: 'Caneca',
  preco_fornecedor: '25.00',
  preco_venda_ml: '59,90',
  estoque: '100',
};
const priceCents = fc.integer({ min: 0, max: 999_999_999 });

function written(cents: number, decimal: string, thousands: string): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
}

describe('the template', () => {
  it('has the nine columns of specification §5', () => {
    expect(CSV_TEMPLATE_HEADER).toBe(
      'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque,imagem_url',
    );
  });
});

describe('checkHeader', () => {
  it('accepts the template', () => {
    const header = checkHeader(CSV_TEMPLATE_HEADER.split(','));
    expect(header.ok && Object.keys(header.indexes)).toEqual([...CSV_COLUMNS]);
  });

  it('finds columns by name in any order, ignoring case, spaces, a byte order mark and empty cells', () => {
    const cells = ['\uFEFFEstoque', ' NOME ', 'preco_venda_ml', 'preco_fornecedor', 'fornecedor_id', '', ''];
    expect(checkHeader(cells)).toEqual({
      ok: true,
      indexes: { estoque: 0, nome: 1, preco_venda_ml: 2, preco_fornecedor: 3, fornecedor_id: 4 },
    });
  });

  it('accepts every permutation of the columns', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...CSV_COLUMNS], { minLength: CSV_COLUMNS.length }), (cells) => {
        const header = checkHeader(cells);
        expect(
          header.ok && CSV_COLUMNS.every((column) => cells[header.indexes[column] ?? -1] === column),
        ).toBe(true);
      }),
    );
  });

  it.each([
    [['nome', 'estoque'], 'falta fornecedor_id, preco_fornecedor, preco_venda_ml'],
    [[...CSV_COLUMNS, 'cor'], 'coluna desconhecida "cor"'],
    [[...CSV_COLUMNS, 'nome'], 'coluna nome repetida'],
    [[], 'falta fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque'],
    [['PK\u0003\u0004\u0000\ud800'.repeat(50)], 'coluna desconhecida "pk pk'],
    [['__proto__'], 'coluna desconhecida "__proto__"'],
  ])('refuses %j and says what was expected', (cells, what) => {
    const header = checkHeader(cells);
    const detail = header.ok ? '' : header.detail;
    expect(detail).toContain(`Cabeçalho inválido: ${what}`);
    expect(detail).toContain(`Colunas esperadas: ${CSV_COLUMNS.join(', ')}`);
    expect(detail).not.toMatch(/\p{C}/u);
  });
});

describe('detectDelimiter', () => {
  it.each([
    ['a,b,c', ','],
    ['a;b;c', ';'],
    ['"a,b,c,d";b;c', ';'],
    ['"a;b"";c",d', ','],
    ['nome', ','],
    ['', ','],
    ['"aberta;;;', ','],
  ])('of %j is %j', (line, delimiter) => {
    expect(detectDelimiter(line)).toBe(delimiter);
  });

  it('copes with a first line of megabytes', () => {
    expect(detectDelimiter(`a;b;${'"x'.repeat(2_000_000)}`)).toBe(';');
  });
});

describe('parseDecimal', () => {
  it.each([
    ['25', 25],
    ['25.00', 25],
    ['25,00', 25],
    ['25,5', 25.5],
    ['1.234,56', 1234.56],
    ['1234.56', 1234.56],
    ['12.345,6', 12_345.6],
    ['1.234.567', 1_234_567],
    ['9.999.999,99', 9_999_999.99],
    [' 0,00 ', 0],
    ['007', 7],
  ])('reads %j as %d', (cell, valor) => {
    expect(parseDecimal(cell)).toEqual({ ok: true, valor });
  });

  it.each([
    ['', 'campo obrigatório'],
    ['  ', 'campo obrigatório'],
    ['1.234', 'valor ambíguo "1.234" (use 1234,00 se for milhar)'],
    ['1,234', 'valor ambíguo "1,234" (use 1234,00 se for milhar)'],
    ['25.000', 'valor ambíguo "25.000" (use 25000,00 se for milhar)'],
    ['0.125', 'use no máximo 2 casas decimais'],
    ['1234,567', 'use no máximo 2 casas decimais'],
    ['-1', 'não pode ser negativo'],
    ['-1,50', 'não pode ser negativo'],
    ['10.000.000', 'deve ser no máximo 9.999.999,99'],
    ['9'.repeat(400), 'deve ser no máximo 9.999.999,99'],
    ['R$ 10,00', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1,234.56', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1e3', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['0x10', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['12.34.56', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1.23,45', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['.5', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['5,', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['+5', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['٣', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['NaN', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
  ])('refuses %j: %s', (cell, motivo) => {
    expect(parseDecimal(cell)).toEqual({ ok: false, motivo });
  });

  it('reads every price alike in all three ways of writing it', () => {
    fc.assert(
      fc.property(priceCents, (cents) => {
        for (const cell of [written(cents, '.', ''), written(cents, ',', ''), written(cents, ',', '.')]) {
          expect(parseDecimal(cell)).toEqual({ ok: true, valor: cents / 100 });
        }
      }),
    );
  });

  it('answers every text with a price in range or a reason', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,-]{0,12}$/));
    fc.assert(
      fc.property(cell, (text) => {
        const price = parseDecimal(text);
        if (!price.ok) expect(price.motivo).not.toBe('');
        else expect(price.valor >= 0 && price.valor <= 9_999_999.99).toBe(true);
      }),
    );
  });
});

describe('csvRow', () => {
  it('gives a product as if typed by hand, the supplier as the file names it', () => {
    expect(csvRow({ ...row, preco_venda_amazon: '1.234,56', sku: ' A-1 ' })).toEqual({
      ok: true,
      produto: {
        fornecedor_id: 'Loja São João',
        nome: 'Caneca',
        descricao: null,
        sku: 'A-1',
        preco_fornecedor: 25,
        preco_venda_ml: 59.9,
        preco_venda_amazon: 1234.56,
        estoque: 100,
        imagem_url: null,
      },
    });
  });

  it('keeps cells that look like formulas as they are', () => {
    const result = csvRow({ ...row, nome: '=1+1', descricao: '@SUM(A1)', sku: '-5' });
    expect(result).toMatchObject({ ok: true, produto: { nome: '=1+1', descricao: '@SUM(A1)', sku: '-5' } });
  });

  it('reports every wrong cell once, in the order of the columns', () => {
    expect(
      csvRow({
        fornecedor_id: '',
        nome: 'a\u0000b',
        descricao: 'x'.repeat(5001),
        preco_fornecedor: '1.234',
        preco_venda_ml: '',
        preco_venda_amazon: 'abc',
        estoque: '1,5',
        imagem_url: 'foto.jpg',
      }),
    ).toEqual({
      ok: false,
      erros: [
        { coluna: 'fornecedor_id', motivo: 'campo obrigatório' },
        { coluna: 'nome', motivo: 'contém caracteres inválidos' },
        { coluna: 'descricao', motivo: 'deve ter no máximo 5.000 caracteres' },
        { coluna: 'preco_fornecedor', motivo: 'valor ambíguo "1.234" (use 1234,00 se for milhar)' },
        { coluna: 'preco_venda_ml', motivo: 'campo obrigatório' },
        { coluna: 'preco_venda_amazon', motivo: 'número inválido (use 25.00, 25,00 ou 1.234,56)' },
        { coluna: 'estoque', motivo: 'deve ser um número inteiro de 0 a 1.000.000' },
        { coluna: 'imagem_url', motivo: 'use um endereço que comece com http:// ou https://' },
      ],
    });
  });

  it('refuses a row that is wrong only in an optional price', () => {
    expect(csvRow({ ...row, preco_venda_amazon: '-1' })).toEqual({
      ok: false,
      erros: [{ coluna: 'preco_venda_amazon', motivo: 'não pode ser negativo' }],
    });
  });

  it.each(['', ' ', undefined])('misses the stock when it is %j', (estoque) => {
    expect(csvRow({ ...row, estoque: estoque ?? '' })).toEqual({
      ok: false,
      erros: [{ coluna: 'estoque', motivo: 'campo obrigatório' }],
    });
  });

  it.each(['1.000', '1,000', '-1', '1000001', '1e3', 'dez', '9'.repeat(30)])(
    'refuses a stock of %j',
    (estoque) => {
      expect(csvRow({ ...row, estoque })).toMatchObject({ ok: false, erros: [{ coluna: 'estoque' }] });
    },
  );

  it('misses every required column of an empty row', () => {
    const result = csvRow({});
    expect(result.ok ? [] : result.erros.map(({ coluna }) => coluna)).toEqual([
      'fornecedor_id',
      'nome',
      'preco_fornecedor',
      'preco_venda_ml',
      'estoque',
    ]);
  });

  it('answers any cells with a product or with reasons, never by throwing', () => {
    const cells = fc.record(
      Object.fromEntries(CSV_COLUMNS.map((column) => [column, fc.string({ unit: 'binary' })])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(cells, (record) => {
        const result = csvRow(record);
        expect(result.ok || result.erros.length > 0).toBe(true);
      }),
    );
  });
});

describe('formatRowError', () => {
  it('reads as decisions §7 writes it', () => {
    expect(formatRowError(3, 'estoque', 'campo obrigatório')).toBe('Linha 3: estoque: campo obrigatório');
  });
});

describe('csvCell', () => {
  it.each([
    ['Caneca', 'Caneca'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-5', "'-5"],
    ['@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});

describe('normalizeName', () => {
  it('ignores case, accents and surplus spaces', () => {
    expect(normalizeName('  LOJA   São João ')).toBe('loja sao joao');
    expect(normalizeName('Sa\u0303o')).toBe(normalizeName('SÃO'));
  });

  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeName(normalizeName(text))).toBe(normalizeName(text));
      }),
    );
  });
});
