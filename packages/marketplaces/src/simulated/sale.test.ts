import { seededRandom } from '@esteira/config/vitest/random';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../testing/sample-product';
import { makeListingId } from './listing-rules';
import { drawOrderNumber, drawSale } from './sale';

const NOW = new Date('2026-11-21T12:00:00Z');
const PRODUCT = sampleProduct({ sku: 'FONE-1' });

const CEP_RANGES: Record<string, [number, number]> = {
  SP: [1000, 19999],
  RJ: [20000, 28999],
  ES: [29000, 29999],
  MG: [30000, 39999],
  BA: [40000, 48999],
  PE: [50000, 56999],
  PB: [58000, 58999],
  RN: [59000, 59999],
  CE: [60000, 63999],
  PA: [66000, 68899],
  AM: [69000, 69299],
  GO: [72800, 76799],
  PR: [80000, 87999],
  SC: [88000, 89999],
  RS: [90000, 99999],
};

const lowest = () => 0;
const highest = (max: number) => max - 1;
const random = seededRandom();
const anywhere = (max: number) => Math.floor(random() * max);

describe('drawOrderNumber', () => {
  it('has the real format at both ends of the random range', () => {
    expect(drawOrderNumber('mercadolivre', lowest)).toBe('2000000000000000');
    expect(drawOrderNumber('mercadolivre', highest)).toBe('2000999999999999');
    expect(drawOrderNumber('amazon', lowest)).toBe('701-0000000-0000000');
    expect(drawOrderNumber('amazon', highest)).toBe('702-9999999-9999999');
  });

  it('does not repeat in 5,000 draws', () => {
    for (const kind of MARKETPLACES) {
      const numbers = Array.from({ length: 5000 }, () => drawOrderNumber(kind, anywhere));
      expect(new Set(numbers).size).toBe(5000);
    }
  });
});

describe('drawSale', () => {
  it('is a paid order of the product, at the moment of the sale', () => {
    expect(drawSale('mercadolivre', { produto: PRODUCT, quantidade: 3, now: NOW }, lowest)).toEqual({
      marketplace: 'mercadolivre',
      ml_order_id: '2000000000000000',
      situacao: 'pago',
      itens: [
        {
          id_externo: makeListingId('mercadolivre', 'produto-1'),
          sku: 'FONE-1',
          titulo: 'Fone de ouvido',
          quantidade: 3,
          preco_unitario_centavos: 18_990,
        },
      ],
      cliente_nome: 'Ana Almeida Almeida',
      cliente_endereco: 'Avenida Paulista, 1, Bela Vista, São Paulo - SP, CEP 01310-100',
      motivo_bloqueio: null,
      enviado_pelo_marketplace: false,
      pacote_id: null,
      criado_em: NOW,
      atualizado_em: NOW,
    });
  });

  it('draws a full name, and an address whose CEP belongs to its state', () => {
    for (let draw = 0; draw < 500; draw += 1) {
      const sale = { produto: PRODUCT, quantidade: 1, now: NOW };
      const { cliente_nome, cliente_endereco } = drawSale('amazon', sale, anywhere);
      expect(cliente_nome).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
      const [, state = '', cep] = / - ([A-Z]{2}), CEP (\d{5})-\d{3}$/.exec(cliente_endereco) ?? [];
      const [from, to] = CEP_RANGES[state] ?? [0, 0];
      expect(Number(cep)).toBeGreaterThanOrEqual(from);
      expect(Number(cep)).toBeLessThanOrEqual(to);
    }
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a quantity of %s', (quantidade) => {
    expect(() => drawSale('amazon', { produto: PRODUCT, quantidade, now: NOW }, lowest)).toThrow(
      expect.objectContaining({ kind: 'validation' }),
    );
  });

  it('marks the order of a SIM-FRAUDE product as not to be shipped', () => {
    const produto = { ...PRODUCT, sku: 'SIM-FRAUDE-1' };
    const sale = drawSale('mercadolivre', { produto, quantidade: 1, now: NOW }, lowest);
    expect(sale.motivo_bloqueio).toContain('fraude');
  });
});
