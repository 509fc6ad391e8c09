import { describe, expect, it } from 'vitest';
import { ATTENTION_CODES, getAttentionMessage, joinMessages, sortReasons } from './order-attention';

describe('the sentence of a reason', () => {
  it('is the documented one where a sale found no stock or no listing', () => {
    expect(getAttentionMessage({ codigo: 'sem_estoque', detalhe: null })).toBe(
      'Venda acima do estoque disponível',
    );
    expect(getAttentionMessage({ codigo: 'sem_anuncio', detalhe: null })).toBe(
      'Anúncio não encontrado na Esteira',
    );
  });

  it('names the items and products that it is about', () => {
    expect(getAttentionMessage({ codigo: 'sem_estoque', detalhe: 'Prato' })).toBe(
      'Venda acima do estoque disponível: Prato.',
    );
  });

  it('is there for every reason, also without a detail', () => {
    for (const codigo of ATTENTION_CODES)
      expect(getAttentionMessage({ codigo, detalhe: null })).toMatch(/^[A-Z]/);
  });

  it('is the marketplace’s own where that said why', () => {
    const detalhe = 'O pacote volta.';
    expect(getAttentionMessage({ codigo: 'devolvido', detalhe })).toBe(detalhe);
    expect(getAttentionMessage({ codigo: 'bloqueado', detalhe })).toBe(detalhe);
  });
});

it('several reasons are told in one fixed order, as sentences of their own', () => {
  const reasons = sortReasons([
    { codigo: 'sem_estoque', detalhe: null },
    { codigo: 'bloqueado', detalhe: 'Não envie.' },
    { codigo: 'sem_anuncio', detalhe: 'Item 3' },
  ]);
  expect(joinMessages(reasons.map(getAttentionMessage))).toBe(
    'Não envie. Venda acima do estoque disponível. Anúncio não encontrado na Esteira: Item 3.',
  );
  expect(joinMessages(['Venda acima do estoque disponível'])).toBe('Venda acima do estoque disponível');
  expect(joinMessages([])).toBeNull();
});
