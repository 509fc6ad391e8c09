import type { BulkStepInput } from '@esteira/validators/orders/order-bulk';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, noteCopies, openApp, until } from '../../testing/open-app';
import { ORDER, SUPPLIER, USER } from '../../testing/samples';

const FRAUD = 'O marketplace suspeita de fraude neste pedido: não envie.';
const HOLD = { codigo: 'bloqueado', mensagem: FRAUD, desde: ORDER.criado_em } as const;

interface Shop {
  id: string;
  nome: string;
  enviar: PurchaseOrder[];
  pagar: PurchaseOrder[];
}

const makeOrder = (id: string, fields: Partial<PurchaseOrder> = {}): PurchaseOrder => {
  const { marketplace, produto_nome, produto_sku, cliente_nome, cliente_endereco, criado_em } = ORDER;
  const line = { produto_nome, produto_sku, quantidade: 1, preco_fornecedor: 25 };
  return {
    ...{ id, marketplace, ml_order_id: `2000-${id}`, ...line, itens: [line], cliente_nome, cliente_endereco },
    ...{ etiqueta_ml_url: null, requer_atencao: false, retido: null, criado_em, ...fields },
  };
};

/** Two suppliers: the first one has an order that is held back, the second one is not read before it is needed. */
function openPurchases(fields: Partial<PurchaseOrder> = {}, address = '/compras') {
  const held = makeOrder('a2', { requer_atencao: true, retido: HOLD });
  const shops: Shop[] = [
    { id: 'f1', nome: 'Central', enviar: [makeOrder('a1', fields), held], pagar: [] },
    { id: 'f2', nome: 'Atacado', enviar: [makeOrder('b1')], pagar: [] },
  ];
  const sum = (orders: PurchaseOrder[]) => {
    const free = orders.filter(({ retido }) => retido === null);
    return { pedidos: free.length, total: 25 * free.length };
  };
  const isOpen = ({ enviar, pagar }: Shop) => enviar.length + pagar.length > 0;
  const server = new FakeServer({
    'purchasing.list': () => ({
      fornecedores: shops.filter(isOpen).map((shop) => ({
        ...{ fornecedor_id: shop.id, nome: shop.nome, enviar: sum(shop.enviar), pagar: sum(shop.pagar) },
        retidos: [...shop.enviar, ...shop.pagar].filter(({ retido }) => retido !== null).length,
      })),
      ...{ parcial: false, sem_fornecedor: 0 },
    }),
    'purchasing.supplier': ({ fornecedor_id }: { fornecedor_id: string }) => {
      const { nome, ...lists } = shops.find(({ id }) => id === fornecedor_id) ?? { nome: '', ...shops[0] };
      const group = (pedidos: PurchaseOrder[] = []) => ({ pedidos, total_pedidos: pedidos.length, total: 0 });
      const contact = { telefone: '(51) 99123-4567', dados_pagamento: 'Pix: compras@exemplo.com.br' };
      const fornecedor = { ...SUPPLIER, id: fornecedor_id, nome, ...contact };
      return { fornecedor, enviar: group(lists.enviar), pagar: group(lists.pagar) };
    },
    'purchasing.createPage': () => ({ id: 'p1', url: 'https://loja.exemplo/p1', expira_em: ORDER.criado_em }),
    'orders.bulk': ({ acao, ids, fornecedor_id, incluir_atencao }: BulkStepInput) => ({
      resultados: ids.map((id) => {
        const shop = shops.find((each) => each.id === fornecedor_id);
        const [from, to] = acao === 'pagar' ? (['pagar', null] as const) : (['enviar', 'pagar'] as const);
        const order = shop?.[from].find((each) => each.id === id);
        if (!shop || !order || (order.retido !== null && !incluir_atencao)) return { id, ok: false };
        shop[from] = shop[from].filter((each) => each !== order);
        if (to) shop[to] = [...shop[to], order];
        return { id, ok: true };
      }),
    }),
  });
  openApp(address);
  const bulks = () => server.sent.filter(({ call }) => call === 'orders.bulk').map(({ input }) => input);
  return { server, bulks, shops };
}

const panel = (name: string) => getPart(name);
const press = async (label: string | RegExp, area?: () => HTMLElement) =>
  click(
    await until(() => {
      const button = getButton(label, area?.());
      // Clicks rest for a moment after a step.
      expect(button.getAttribute('aria-disabled')).toBeNull();
      return button;
    }),
  );

afterEach(closeApp);

it('one click sends to all suppliers, without an order that is held back, which is named; one more pays each', async () => {
  const { bulks } = openPurchases();
  await press('Enviar a todos os fornecedores (2)');
  await until(() => expect(screen.getAllByText('1 pedido enviado ao fornecedor')).toHaveLength(2));
  expect(bulks()).toEqual([
    { acao: 'enviar-fornecedor', ids: ['a1'], fornecedor_id: 'f1' },
    { acao: 'enviar-fornecedor', ids: ['b1'], fornecedor_id: 'f2' },
  ]);
  within(panel('Central')).getByText(/^1 pedido não será enviado: o marketplace pediu para não enviar/);
  expect(screen.queryByText(/^Enviar a todos/)).toBeNull();
  await press(/^Confirmar pagamento de R\$/, () => panel('Central'));
  await until(() => within(panel('Central')).getByText('1 pedido pago ao fornecedor'));
});

it('an address that names no supplier shows them all', async () => {
  openPurchases({}, '/compras#%');
  await until(() => panel('Central'));
});

it('ticks say which orders are sent; one that is held back goes along where it is ticked', async () => {
  const { bulks } = openPurchases();
  await press('ver', () => panel('Central'));
  within(panel('Central')).getByText(FRAUD);
  const box = (id: string) => screen.getByLabelText<HTMLInputElement>(`Incluir pedido 2000-${id}`);
  expect([box('a1').checked, box('a2').checked]).toEqual([true, false]);
  click(box('a1'));
  click(box('a2'));
  await press('Enviar 1 pedido a Central');
  await until(() => screen.getByText('1 pedido enviado ao fornecedor'));
  expect(bulks()).toEqual([
    { acao: 'enviar-fornecedor', ids: ['a2'], fornecedor_id: 'f1', incluir_atencao: true },
  ]);
});

it.each([
  ['one that is not ticked', 1],
  ['one that was ticked while it was free', 2],
])('an order that is held back meanwhile goes along no more than before: %s', async (_, clicks) => {
  const { server, bulks, shops } = openPurchases();
  await press('ver', () => panel('Central'));
  const box = (id: string) => screen.getByLabelText<HTMLInputElement>(`Incluir pedido 2000-${id}`);
  for (let done = 0; done < clicks; done++) click(box('a1'));
  expect(box('a1').checked).toBe(clicks === 2);
  for (const shop of shops)
    shop.enviar = shop.enviar.map((order) => ({ ...order, requer_atencao: true, retido: HOLD }));
  server.tell({ id: 'x1', tipo: 'tudo' });
  await until(() => expect(within(panel('Central')).getAllByText(FRAUD)).toHaveLength(2));
  expect([box('a1').checked, box('a2').checked]).toEqual([false, false]);
  click(box('a2'));
  await press('Enviar 1 pedido a Central');
  await until(() => screen.getByText('1 pedido enviado ao fornecedor'));
  expect(bulks()).toEqual([
    { acao: 'enviar-fornecedor', ids: ['a2'], fornecedor_id: 'f1', incluir_atencao: true },
  ]);
});

it.each([
  ['Marina Albuquerque', {}],
  ['Loja da Ana', { equipe: { papel: 'operador', vendedor_nome: 'Loja da Ana' } }],
  ['Loja do Rio', { nome_loja: 'Loja do Rio', equipe: { papel: 'operador', vendedor_nome: 'Loja da Ana' } }],
])('both WhatsApp buttons carry one message, from %s', async (sender, fields) => {
  const { server } = openPurchases();
  server.answers['auth.me'] = () => ({ ...USER, ...fields });
  const copied = noteCopies();
  const link = await until(() => getButton('WhatsApp de Central'));
  await press('Copiar para WhatsApp');
  await until(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toContain(ORDER.cliente_endereco);
  expect(copied[0]).toContain(`De: ${sender}\n`);
  expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe(copied[0]);
});

/** Asserts that parts stand in this order. */
function expectOrder(first: HTMLElement, ...others: HTMLElement[]): void {
  let last = first;
  for (const part of others) {
    expect(last.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    last = part;
  }
}

it('a list is shared before its steps, and what is to be paid, how, and that it was stand in one line', async () => {
  noteCopies();
  openPurchases();
  const share = await until(() => getPart('Lista de Central'));
  expectOrder(share, getPart('A enviar a Central'));
  await press('Enviar 1 pedido a Central');
  const confirm = await until(() =>
    getButton(/^Confirmar pagamento de R\$ 25,00 \(1\)$/, getPart('A pagar a Central')),
  );
  expectOrder(getPart('Lista de Central'), getPart('A pagar a Central'));
  const line = within(confirm.parentElement as HTMLElement);
  expectOrder(
    await until(() => line.getByRole('img', { name: /^QR code/ })),
    line.getByText('compras@exemplo.com.br'),
    line.getByRole('button', { name: 'Pix copia e cola' }),
    confirm,
  );
});

it('a list that is too long for WhatsApp is told by one page, and says so', async () => {
  const { server } = openPurchases({ cliente_endereco: 'Rua '.repeat(600) });
  const copied = noteCopies();
  const tab = { opener: {}, location: { href: '' }, close: () => {} };
  vi.stubGlobal('open', () => tab);
  await press('Copiar para WhatsApp');
  await until(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toContain('https://loja.exemplo/p1');
  expect(copied[0]).not.toContain('Rua Rua');
  screen.getByText(/^A lista é longa para o WhatsApp/);
  const link = getButton('WhatsApp de Central');
  expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe(copied[0]);
  expect(server.count('purchasing.createPage')).toBe(1);
});

it('a list that is too long for WhatsApp is copied whole by who may make no page', async () => {
  const { server } = openPurchases({ cliente_endereco: 'Rua '.repeat(600) });
  server.answers['auth.me'] = () => ({
    ...USER,
    equipe: { papel: 'leitura', vendedor_nome: 'Loja da Ana' },
  });
  const copied = noteCopies();
  await press('Copiar para WhatsApp');
  await until(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toContain('Rua Rua');
  expect(screen.queryByText(/^A lista é longa para o WhatsApp/)).toBeNull();
  expect(server.count('purchasing.createPage')).toBe(0);
});

it('a supplier of whom nothing is open says so once', async () => {
  openPurchases();
  await press('Enviar 1 pedido a Atacado');
  await press('Atacado', () => panel('Atacado'));
  await press(/^Confirmar pagamento de R\$/, () => panel('Atacado'));
  await until(() => within(panel('Atacado')).getByText('1 pedido pago ao fornecedor'));
  expect(within(panel('Atacado')).getAllByText(/^Nada em aberto/)).toHaveLength(1);
});
