import type { Notice } from '@esteira/validators/accounts/notices';
import { expect, it } from 'vitest';
import { describeSales, groupNotices } from './notice-groups';
import { toNoticeText } from './notice-text';

const shared = { id: 'x', em: '2026-11-22T10:00:00.000Z' };
const order = { ...shared, pedido_id: 'p1', ml_order_id: '123', produto_nome: 'Caneca' };
const product = { ...shared, produto_id: 'c1', produto_nome: 'Caneca' };

/** The seller has one account there. */
const conta = null;

const NOTICES: [Notice, string, string, string][] = [
  [
    { ...order, tipo: 'venda', marketplace: 'amazon', conta, preco_venda: 59.9 },
    'Venda na Amazon: Caneca',
    'R$ 59,90 · Pedido #123',
    '/pedidos/p1',
  ],
  [
    { ...order, tipo: 'venda', marketplace: 'amazon', conta: 'Loja B', preco_venda: 59.9 },
    'Venda na Amazon (Loja B): Caneca',
    'R$ 59,90 · Pedido #123',
    '/pedidos/p1',
  ],
  [
    { ...order, tipo: 'atencao', codigo: 'sem_estoque', mensagem: 'Venda acima do estoque disponível' },
    'Vendido acima do estoque: Caneca',
    'Pedido #123',
    '/pedidos/p1',
  ],
  [
    { ...order, tipo: 'atencao', codigo: 'bloqueado', mensagem: 'Suspeita de fraude.' },
    'Requer atenção: Pedido #123',
    'Suspeita de fraude.',
    '/pedidos/p1',
  ],
  [
    { ...product, tipo: 'publicacao', marketplace: 'mercadolivre', conta, motivo: 'Falta a marca.' },
    'Publicação recusada no Mercado Livre: Caneca',
    'Falta a marca.',
    '/produtos?busca=Caneca',
  ],
  [
    { ...product, tipo: 'estoque', estoque: 1 },
    'Estoque baixo: Caneca',
    'Resta 1 unidade',
    '/produtos?busca=Caneca',
  ],
  [
    { ...product, tipo: 'estoque', estoque: 0 },
    'Sem estoque: Caneca',
    'Vendeu a última unidade',
    '/produtos?busca=Caneca',
  ],
  [
    { ...shared, tipo: 'leitura', nome: 'Bia', pedidos: 1204 },
    'Leitura incomum: Bia viu os dados de 1.204 compradores em uma hora.',
    'Se você não esperava por isso, veja o que foi feito.',
    '/configuracoes/atividade',
  ],
  [
    { ...shared, tipo: 'tarifas', dia: '2026-12-05', produtos: 1, margem_minima: 12.5 },
    'As tarifas mudaram em 05/12',
    '1 produto ficou abaixo da sua margem mínima de 12,5%',
    '/produtos?margem_caiu=1',
  ],
  [
    { ...shared, tipo: 'tarifas', dia: '2026-12-05', produtos: 1200, margem_minima: 0 },
    'As tarifas mudaram em 05/12',
    '1.200 produtos passaram a dar prejuízo',
    '/produtos?margem_caiu=1',
  ],
  [
    { ...shared, tipo: 'conexao', marketplace: 'mercadolivre', conta },
    'Reconecte sua conta do Mercado Livre',
    'Enquanto isso, pedidos e anúncios não são atualizados.',
    '/integracao',
  ],
  [
    { ...shared, tipo: 'conexao', marketplace: 'mercadolivre', conta: 'Loja A' },
    'Reconecte Loja A',
    'Enquanto isso, pedidos e anúncios não são atualizados.',
    '/integracao',
  ],
];

it.each(NOTICES)('%# reads as a sentence and leads to its place', (notice, title, detail, path) => {
  const text = toNoticeText(notice);
  expect({ title: text.title, detail: text.detail.replace(/\s/g, ' '), path: text.path }).toEqual({
    title,
    detail,
    path,
  });
});

it('sales of one hour are folded, below the head of their day', () => {
  const sale = (em: string, preco_venda: number): Notice => ({
    ...{ ...order, id: em, em, tipo: 'venda', marketplace: 'amazon', conta, preco_venda },
  });
  const days = groupNotices(
    [
      sale('2026-11-22T10:50:00.000Z', 59.9),
      sale('2026-11-22T10:10:00.000Z', 40.1),
      sale('2026-11-22T09:59:00.000Z', 1),
      { ...product, em: '2026-11-21T12:00:00.000Z', tipo: 'estoque', estoque: 1 },
      sale('2026-11-20T09:59:00.000Z', 1),
    ],
    new Date('2026-11-22T11:00:00.000Z'),
  );
  expect(days.map(({ label, lines }) => [label, ...lines.map((line) => line.length)])).toEqual([
    ['Hoje', 2, 1],
    ['Ontem', 1],
    ['20/11/2026', 1],
  ]);
  expect(describeSales(days[0]?.lines[0] ?? [])).toBe('2 vendas · R$\u00a0100,00');
});
