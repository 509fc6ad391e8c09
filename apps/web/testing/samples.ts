import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import type { Product } from '@esteira/validators/products/product';
import type { Supplier } from '@esteira/validators/products/supplier';

export const USER = {
  id: 'u1',
  nome: 'Marina Albuquerque',
  email: 'marina@exemplo.com.br',
  plano: null,
  data_expiracao: null,
  is_admin: false,
  ativo: true,
};

export const SUPPLIER: Supplier = {
  id: 'f1',
  nome: 'Central',
  contato: null,
  email: null,
  telefone: null,
  dados_pagamento: null,
};

export const PRODUCT: Product = {
  id: 'p1',
  fornecedor_id: 'f1',
  nome: 'Caneca',
  descricao: null,
  sku: null,
  preco_fornecedor: 25,
  preco_venda_ml: 59.9,
  preco_venda_amazon: 70,
  estoque: 99,
  imagem_url: null,
  publicado_ml: true,
  publicado_amazon: false,
};

export const ORDER: Order = {
  id: 'o1',
  status: 'pendente',
  marketplace: 'mercadolivre',
  ml_order_id: '2000924163957111',
  produto_id: 'p1',
  fornecedor_id: 'f1',
  produto_nome: 'Caneca',
  produto_sku: null,
  imagem_url: null,
  fornecedor_nome: 'Central',
  quantidade: 1,
  preco_venda: 59.9,
  preco_fornecedor: 25,
  lucro: 34.9,
  itens: [
    {
      numero: 1,
      produto_id: 'p1',
      fornecedor_id: 'f1',
      produto_nome: 'Caneca',
      produto_sku: null,
      fornecedor_nome: 'Central',
      quantidade: 1,
      preco_venda: 59.9,
      preco_fornecedor: 25,
      enviado_em: null,
      pago_em: null,
    },
  ],
  cliente_nome: 'Fernanda Carvalho Lopes',
  cliente_endereco: 'Rua Halfeld, 306, Centro, Juiz de Fora - MG, CEP 36010-000',
  etiqueta_ml_url: null,
  etiqueta_impressa_em: null,
  despachar_ate: null,
  enviado_pelo_marketplace: false,
  conta: null,
  requer_atencao: false,
  motivo_atencao: null,
  atencoes: [],
  criado_em: '2026-11-26T01:32:53.193Z',
  atualizado_em: '2026-11-26T01:32:53.193Z',
  envio: null,
};

export const COUNTS = {
  todos: 1,
  pendentes: 1,
  aprovados: 0,
  com_fornecedor: 0,
  por_status: {
    pendente: 1,
    aprovado: 0,
    enviado_fornecedor: 0,
    pago: 0,
    enviado_cliente: 0,
    entregue: 0,
    cancelado: 0,
  },
  somas: Object.fromEntries(
    ORDER_STATUSES.map((status) => [status, { valor: 0, lucro: 0 }]),
  ) as OrderCounts['somas'],
  parciais: [],
};

export const SIMULATED = {
  mercadolivre: { modo: 'simulado', conexao: null },
  amazon: { modo: 'simulado', conexao: null, pode_autorizar: false },
  pagamento: { modo: 'simulado' },
  a_reconectar: [],
};

/** A procedure's list, whole on its first page. */
export const listOf = <Item>(...itens: Item[]) => ({ itens, proximo_cursor: null });
