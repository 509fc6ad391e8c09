import { expect, it } from 'vitest';
import { copyOf } from './product-template';

const product = {
  id: 'p1',
  fornecedor_id: 'f1',
  nome: 'Caneca',
  descricao: 'Azul',
  sku: 'CAN-1',
  preco_fornecedor: 20,
  preco_venda_ml: 50,
  preco_venda_amazon: null,
  estoque: 7,
  imagem_url: null,
  publicado_ml: true,
  publicado_amazon: false,
};
const attributes = {
  ean: '6925281974397',
  motivo_sem_ean: null,
  marca: 'Oca',
  modelo: null,
  condicao: 'usado' as const,
  tipo_anuncio: 'classico' as const,
  categoria_ml: null,
  margem_seguranca: 2,
};
const custos = {
  peso_g: 800,
  altura_cm: null,
  largura_cm: null,
  comprimento_cm: null,
  categoria_tarifa_ml: 'Games',
  categoria_tarifa_amazon: null,
};

it('a copy has all but what belongs to one product alone: SKU, EAN, stock and publication', () => {
  expect(copyOf(product, attributes, custos)).toEqual({
    name: 'produto cópia p1',
    values: {
      fornecedor_id: 'f1',
      nome: 'Caneca (cópia)',
      descricao: 'Azul',
      sku: '',
      preco_fornecedor: 20,
      preco_venda_ml: 50,
      preco_venda_amazon: null,
      estoque: 0,
      imagem_url: null,
      ficha: { ...attributes, ean: null },
      custos,
    },
  });
});

it('a copy of a product with the longest name has a name that can be saved', () => {
  const { nome } = copyOf({ ...product, nome: 'x'.repeat(200) }, attributes, custos).values;
  expect(nome).toHaveLength(200);
  expect(nome).toMatch(/x \(cópia\)$/);
});
