import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_COLUMNS, CSV_TEMPLATE_HEADER } from './csv-columns';
import { type CsvCells, formatRowError, normalizeName, validateCells } from './product-csv';

const row: CsvCells = {
  fornecedor_id: 'Loja São João',
  nome: 'Caneca',
  preco_fornecedor: '25.00',
  preco_venda_ml: '59,90',
  estoque: '100',
};
describe('the template', () => {
  it('has the nine columns, in this order', () => {
    expect(CSV_TEMPLATE_HEADER).toBe(
      'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque,imagem_url',
    );
  });
});

describe('validateCells', () => {
  it('gives a product as if typed by hand, the supplier as the file names it', () => {
    expect(validateCells({ ...row, preco_venda_amazon: '1.234,56', sku: ' A-1 ' })).toEqual({
      ok: true,
      product: {
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
    const result = validateCells({ ...row, nome: '=1+1', descricao: '@SUM(A1)', sku: '-5' });
    expect(result).toMatchObject({ ok: true, product: { nome: '=1+1', descricao: '@SUM(A1)', sku: '-5' } });
  });

  it('reports every wrong cell once, in the order of the columns', () => {
    expect(
      validateCells({
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
      problems: [
        { column: 'fornecedor_id', reason: 'campo obrigatório' },
        { column: 'nome', reason: 'contém caracteres inválidos' },
        { column: 'descricao', reason: 'deve ter no máximo 5.000 caracteres' },
        { column: 'preco_fornecedor', reason: 'valor ambíguo "1.234" (use 1234,00 se for milhar)' },
        { column: 'preco_venda_ml', reason: 'campo obrigatório' },
        { column: 'preco_venda_amazon', reason: 'número inválido (use 25.00, 25,00 ou 1.234,56)' },
        { column: 'estoque', reason: 'deve ser um número inteiro de 0 a 1.000.000' },
        { column: 'imagem_url', reason: 'use um endereço que comece com http:// ou https://' },
      ],
    });
  });

  it('refuses a row that is wrong only in an optional price', () => {
    expect(validateCells({ ...row, preco_venda_amazon: '-1' })).toEqual({
      ok: false,
      problems: [{ column: 'preco_venda_amazon', reason: 'não pode ser negativo' }],
    });
  });

  it.each(['', ' ', undefined])('misses the stock when it is %j', (estoque) => {
    expect(validateCells({ ...row, estoque: estoque ?? '' })).toEqual({
      ok: false,
      problems: [{ column: 'estoque', reason: 'campo obrigatório' }],
    });
  });

  it.each([
    ['12,0000', 12],
    ['10,0', 10],
    ['10.00', 10],
    ['12,000', 12],
    ['1.000,00', 1000],
  ])('reads a stock of %j', (estoque, units) => {
    expect(validateCells({ ...row, estoque })).toMatchObject({ ok: true, product: { estoque: units } });
  });

  it('refuses a stock that may be a thousand or one, and says how to write it', () => {
    expect(validateCells({ ...row, estoque: ' 12.000 ' })).toEqual({
      ok: false,
      problems: [{ column: 'estoque', reason: 'valor ambíguo "12.000" (use 12000 se for milhar)' }],
    });
  });

  it('refuses what a spreadsheet destroyed, in every column, and tells what happened', () => {
    const cells = { ...row, sku: '7,89123E+12', nome: '#REF!', estoque: '########', imagem_url: '#N/D' };
    const result = validateCells(cells);
    expect(result.ok ? [] : result.problems).toEqual([
      { column: 'nome', reason: 'a planilha tem um erro nesta célula (#REF!); corrija e salve de novo' },
      {
        column: 'sku',
        reason:
          'número abreviado pelo Excel, com dígitos perdidos. Na planilha, formate a coluna como Texto, digite o código inteiro e salve de novo',
      },
      {
        column: 'estoque',
        reason: 'a planilha mostrou só # porque a coluna é estreita; alargue a coluna e salve de novo',
      },
      { column: 'imagem_url', reason: 'a planilha tem um erro nesta célula (#N/D); corrija e salve de novo' },
    ]);
  });

  it.each([
    ['https://a.com/1.jpg|https://a.com/2.jpg', 'https://a.com/1.jpg'],
    ['https://a.com/1.jpg\nhttps://a.com/2.jpg\n', 'https://a.com/1.jpg'],
    ['foto.jpg; https://a.com/minha foto.jpg', 'https://a.com/minha%20foto.jpg'],
  ])('takes the first valid picture of %j', (imagem_url, address) => {
    expect(validateCells({ ...row, imagem_url })).toMatchObject({ product: { imagem_url: address } });
  });

  it.each(['1.000', '-1', '1000001', '1e3', 'dez', '9'.repeat(30)])('refuses a stock of %j', (estoque) => {
    expect(validateCells({ ...row, estoque })).toMatchObject({
      ok: false,
      problems: [{ column: 'estoque' }],
    });
  });

  it('misses every required column of an empty row', () => {
    const result = validateCells({});
    expect(result.ok ? [] : result.problems.map(({ column }) => column)).toEqual([
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
        const result = validateCells(record);
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
    );
  });
});

describe('formatRowError', () => {
  it('names the line, the column and the reason', () => {
    expect(formatRowError(3, 'estoque', 'campo obrigatório')).toBe('Linha 3: estoque: campo obrigatório');
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
