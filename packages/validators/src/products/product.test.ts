import { describe, expect, it } from 'vitest';
import { simulateSaleInput } from '../marketplaces/publication';
import { toProblem } from '../wire/problem';
import { productInput, productUpdateInput } from './product';
import { supplierInput } from './supplier';

const least = { fornecedor_id: 'f', nome: 'Caneca', preco_fornecedor: 25, preco_venda_ml: 59.9, estoque: 0 };

describe('productInput', () => {
  it('stores what is not given as null', () => {
    const output = { ...least, descricao: null, sku: null, preco_venda_amazon: null, imagem_url: null };
    expect(productInput.parse(least)).toEqual(output);
    const empty = { descricao: '', sku: ' ', preco_venda_amazon: null, imagem_url: '' };
    expect(productInput.parse({ ...least, ...empty })).toEqual(output);
  });

  it.each([
    ['estoque', -1, 'Estoque: deve ser um número inteiro de 0 a 1.000.000'],
    ['estoque', 1_000_001, 'Estoque: deve ser um número inteiro de 0 a 1.000.000'],
    ['estoque', 0.5, 'Estoque: deve ser um número inteiro de 0 a 1.000.000'],
    ['estoque', null, 'Estoque: campo obrigatório'],
    ['preco_venda_ml', 59.999, 'Preço ML: use no máximo 2 casas decimais'],
    ['preco_venda_amazon', -1, 'Preço Amazon: deve ser no mínimo 0'],
    ['imagem_url', 'javascript:1', 'URL da imagem: use um endereço que comece com http:// ou https://'],
    ['nome', 'x'.repeat(201), 'Nome: deve ter no máximo 200 caracteres'],
  ])('answers %s = %j with a sentence', (field, value, detail) => {
    const parsed = productInput.safeParse({ ...least, [field]: value });
    expect(parsed.error && toProblem(parsed.error).detail).toBe(detail);
  });
});

it.each([
  ['/exemplos/tec-001.webp', true],
  ['https://exemplo.com/foto.jpg', true],
  ['/exemplos/../segredo.webp', false],
  ['//exemplos/tec-001.webp', false],
  ['/imagens/tec-001.webp', false],
  ['/exemplos/tec-001.svg', false],
])('takes absolute addresses of pictures and the example pictures, nothing else: %s', (imagem_url, taken) => {
  expect(productInput.safeParse({ ...least, imagem_url }).success).toBe(taken);
});

describe('productUpdateInput', () => {
  it('takes the stock that the editor saw, or nothing', () => {
    expect(productUpdateInput.parse({ ...least, id: 'p', estoque_anterior: 3 }).estoque_anterior).toBe(3);
    expect(productUpdateInput.parse({ ...least, id: 'p' }).estoque_anterior).toBeUndefined();
  });

  it('leaves an id of any form to the service', () => {
    expect(productUpdateInput.parse({ ...least, id: '\u0000' }).id).toBe('\u0000');
  });
});

describe('supplierInput', () => {
  it('needs only a name', () => {
    expect(supplierInput.parse({ nome: 'Loja', email: '' })).toEqual({
      nome: 'Loja',
      contato: null,
      email: null,
      telefone: null,
      dados_pagamento: null,
    });
  });

  it('takes payment data of several lines', () => {
    const dados_pagamento = 'Pix: 123\nBanco: 001';
    expect(supplierInput.parse({ nome: 'Loja', dados_pagamento }).dados_pagamento).toBe(dados_pagamento);
  });
});

describe('simulateSaleInput', () => {
  it('sells one unit unless told otherwise, and 100 at most', () => {
    const sale = { id: 'p', marketplace: 'amazon' };
    expect(simulateSaleInput.parse(sale).quantidade).toBe(1);
    expect(simulateSaleInput.parse({ ...sale, quantidade: 100 }).quantidade).toBe(100);
    expect(
      [0, 101, 1.5, '2'].map((quantidade) => simulateSaleInput.safeParse({ ...sale, quantidade }).success),
    ).toEqual([false, false, false, false]);
  });
});
