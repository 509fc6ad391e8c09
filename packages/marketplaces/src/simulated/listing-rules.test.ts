import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../testing/sample-product';
import { isListingId, listingTitle, makeListingId, toRefusals, toWarnings } from './listing-rules';

const PRODUCT = sampleProduct({
  id: '0193a1b2-0000-7000-8000-000000000001',
  imagem_url: 'https://exemplo.com.br/fone.jpg',
});

describe('makeListingId', () => {
  it('gives a product the same id each time, in the shape of its marketplace', () => {
    expect(makeListingId('mercadolivre', PRODUCT.id)).toMatch(/^MLB4\d{14}$/);
    expect(makeListingId('amazon', PRODUCT.id)).toMatch(/^EST-[0-9A-Z]{12}$/);
    for (const kind of MARKETPLACES)
      expect(makeListingId(kind, PRODUCT.id)).toBe(makeListingId(kind, PRODUCT.id));
  });

  it('meets no collision in a catalogue of 20,000 products', () => {
    for (const kind of MARKETPLACES) {
      const ids = Array.from({ length: 20_000 }, (_, number) => makeListingId(kind, `produto-${number}`));
      expect(new Set(ids).size).toBe(20_000);
      expect(ids.every((id) => isListingId(kind, id))).toBe(true);
    }
  });

  it('is recognised by its own marketplace only', () => {
    expect(isListingId('amazon', makeListingId('mercadolivre', PRODUCT.id))).toBe(false);
    expect(isListingId('mercadolivre', makeListingId('amazon', PRODUCT.id))).toBe(false);
    expect(isListingId('mercadolivre', 'MLB123')).toBe(false);
  });
});

describe('listingTitle', () => {
  it('keeps a title that fits', () => {
    expect(listingTitle('mercadolivre', 'a'.repeat(60))).toBe('a'.repeat(60));
    expect(listingTitle('mercadolivre', '  Fone   azul ')).toBe('Fone azul');
  });

  it('cuts a longer one between words, within the limit', () => {
    const nome = 'Fone de ouvido sem fio com cancelamento de ruído e microfone embutido';
    expect(listingTitle('mercadolivre', nome)).toBe(
      'Fone de ouvido sem fio com cancelamento de ruído e microfone',
    );
    expect(listingTitle('amazon', nome)).toBe(nome);
  });

  it('cuts one endless word, never through a surrogate pair', () => {
    expect([...listingTitle('mercadolivre', '😀'.repeat(80))]).toEqual(Array(60).fill('😀'));
  });
});

describe('toRefusals', () => {
  it('takes a product with only the required fields, whatever the length of its name', () => {
    for (const kind of MARKETPLACES) {
      expect(toRefusals(kind, { ...PRODUCT, imagem_url: null })).toEqual([]);
      expect(toRefusals(kind, { ...PRODUCT, nome: 'Fone '.repeat(50) })).toEqual([]);
    }
  });

  it.each([
    ['preço', { preco_centavos: 0 }],
    ['preço', { preco_centavos: 10.5 }],
    ['estoque', { estoque: 0 }],
    ['título', { nome: '  ' }],
    ['imagem', { imagem_url: 'https://exemplo.com.br/SIM-IMAGEM-INVALIDA.jpg' }],
    ['Marca', { sku: 'SIM-RECUSAR-9' }],
  ])('names what is wrong: %s', (word, changes) => {
    const [reason, ...others] = toRefusals('mercadolivre', { ...PRODUCT, ...changes });
    expect(reason).toContain(word);
    expect(others).toEqual([]);
  });

  it('names everything that is wrong at once', () => {
    expect(toRefusals('amazon', { ...PRODUCT, preco_centavos: 0, estoque: 0 })).toHaveLength(2);
  });
});

describe('toWarnings', () => {
  it('tells of a shortened title and of a missing picture', () => {
    const [title, picture] = toWarnings('mercadolivre', {
      ...PRODUCT,
      nome: 'Fone '.repeat(20),
      imagem_url: null,
    });
    expect(title?.mensagem).toContain('60 caracteres');
    expect(picture?.mensagem).toContain('o Mercado Livre exige');
    expect(toWarnings('mercadolivre', PRODUCT)).toEqual([]);
  });
});
