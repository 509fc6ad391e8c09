import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { describe, expect, it } from 'vitest';
import { type LabelInput, renderLabel } from './label';

const INPUT: LabelInput = {
  marketplace: 'mercadolivre',
  ml_order_id: '2000003508419013',
  sku: 'FONE-1',
  produto_nome: 'Fone de ouvido sem fio',
  quantidade: 2,
  cliente_nome: 'Conceição Araújo Gonçalves',
  cliente_endereco: 'Avenida Paulista, 1000 - Apto 12, Bela Vista, São Paulo - SP, CEP 01310-100',
  remetente_nome: 'Distribuidora Brás',
  remetente_detalhe: 'Loja da Ana',
  criado_em: new Date('2026-11-21T01:30:00Z'),
};

const LONG = { nome: 'Muito '.repeat(5000), word: 'W'.repeat(5000) };

async function source(changes: Partial<LabelInput> = {}): Promise<string> {
  const bytes = await renderLabel({ ...INPUT, compress: false, ...changes });
  return Buffer.from(bytes).toString('latin1');
}

/** The text of each drawing operator, decoded from its hexadecimal WinAnsi strings. */
function texts(pdf: string): string[] {
  const decoder = new TextDecoder('windows-1252');
  return [...pdf.matchAll(/\[(.*?)\] TJ/g)].map(([, operands = '']) => {
    const hex = [...operands.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits).join('');
    return decoder.decode(Buffer.from(hex, 'hex'), { stream: true });
  });
}

/** The lower-left corner of each line of text, in points from the page's lower-left corner. */
function positions(pdf: string): { x: number; y: number }[] {
  return [...pdf.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

describe('renderLabel', () => {
  it('is one PDF page of 100 × 150 mm', async () => {
    const pdf = await source();
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect(Number(width)).toBeCloseTo(283.46, 1);
    expect(Number(height)).toBeCloseTo(425.2, 1);
  });

  it('shows marketplace, order, recipient, content and sender', async () => {
    expect(texts(await source())).toEqual([
      'Mercado Livre',
      'Pedido de 20/11/2026',
      'NÚMERO DO PEDIDO',
      '2000003508419013',
      'DESTINATÁRIO',
      'Conceição Araújo Gonçalves',
      'Avenida Paulista, 1000 - Apto 12, Bela Vista, São',
      'Paulo - SP',
      'CEP',
      '01310-100',
      'CONTEÚDO',
      '2 ×',
      'Fone de ouvido sem fio',
      'SKU FONE-1',
      'REMETENTE',
      'Distribuidora Brás',
      'Loja da Ana',
      'Etiqueta simulada pela Esteira: sem valor para postagem.',
    ]);
  });

  it('draws the barcodes as vectors: no image in the file', async () => {
    const pdf = await source();
    // Code 128 has three bars per symbol and four in its stop; two digits share a symbol.
    const bars = (digits: number) => 3 * (1 + digits / 2 + 1) + 4;
    expect(pdf.match(/ re$/gm)).toHaveLength(bars('2000003508419013'.length) + bars('01310100'.length));
    expect(pdf).not.toContain('/Subtype /Image');
  });

  it('is the same file for the same input, and another for another order', async () => {
    const [first, second] = [await renderLabel(INPUT), await renderLabel(INPUT)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    const other = await renderLabel({ ...INPUT, ml_order_id: '2000003508419014' });
    expect(Buffer.from(first).equals(Buffer.from(other))).toBe(false);
  });

  it('leaves out the parts that an order does not have', async () => {
    const shown = texts(
      await source({ sku: null, remetente_detalhe: null, cliente_endereco: 'Retirar no balcão' }),
    );
    expect(shown).not.toContain('CEP');
    expect(shown.some((text) => text.startsWith('SKU'))).toBe(false);
    expect(shown).toContain('Retirar no balcão');
  });

  it.each([
    ['many words', LONG.nome],
    ['one endless word', LONG.word],
    ['nothing', ''],
    ['text that the fonts cannot draw', 'Фон 😀 产品 \u0000\ud800'],
  ])('stays one page, inside its borders, for %s in every field', async (_, text) => {
    for (const marketplace of MARKETPLACES) {
      const fields = {
        produto_nome: text,
        sku: text,
        cliente_nome: text,
        cliente_endereco: `${text} 01310-100`,
      };
      const rest = {
        ml_order_id: text,
        remetente_nome: text,
        remetente_detalhe: text,
        quantidade: 1_000_000,
      };
      const pdf = await source({ marketplace, ...fields, ...rest });
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
      const places = positions(pdf);
      expect(places.length).toBeGreaterThan(7);
      expect(places.every(({ x, y }) => x >= 13 && x <= 270 && y >= 10 && y <= 412)).toBe(true);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
    }
  });
});
