import type { Seller } from './catalogue';
import { type Body, type Client, matches, same } from './client';

const PLACES = [
  { path: '/mercadolivre', where: 'no Mercado Livre' },
  { path: '/amazon', where: 'na Amazon' },
] as const;

/** Publishes on both marketplaces and sells: one unit on the first, two on the second. */
export async function publishAndSell(client: Client, seller: Seller, [lamp, bottle]: Body[]): Promise<void> {
  const { token } = seller;
  const priceless = 'Defina o preço Amazon antes de publicar';
  await client.refused(`POST /amazon/publicar/${bottle.id}`, [409, priceless], { token });
  for (const [index, place] of PLACES.entries()) {
    const sale = `POST ${place.path}/simular-venda/${lamp.id}`;
    await client.refused(sale, [409, `Produto não está publicado ${place.where}`], { token });
    const published = await client.expect(200, `POST ${place.path}/publicar/${lamp.id}`, { token });
    matches(published.body.message, /\(modo simulado\)$/, 'message of a publication');
    // Publishing twice is harmless.
    await client.expect(200, `POST ${place.path}/publicar/${lamp.id}`, { token });
    const quantidade = index + 1;
    const sold = await client.expect(200, sale, index === 0 ? { token } : { token, body: { quantidade } });
    same(Object.keys(sold.body), ['message', 'pedido'], 'answer of a simulated sale');
    await client.refused(sale, [409, 'Estoque insuficiente'], { token, body: { quantidade: 100 } });
  }
  const [now] = (await client.expect(200, 'GET /produtos?busca=LUM-1', { token })).body;
  const { versao } = now;
  same(
    now,
    { ...lamp, estoque: lamp.estoque - 3, publicado_ml: true, publicado_amazon: true, versao },
    'product after sales',
  );
}

/** The two orders as the sales must have made them; the first one walks the whole line. */
export async function moveOrders(
  client: Client,
  seller: Seller,
  { lamp, supplier }: Record<string, Body>,
): Promise<void> {
  const { token } = seller;
  const orders = (await client.expect(200, 'GET /pedidos', { token })).body;
  same(orders.length, 2, 'number of orders');
  for (const [index, order] of [...orders].reverse().entries()) {
    const quantidade = index + 1;
    same(
      order,
      expectedOrder(order, { lamp, supplier, quantidade, amazon: index === 1 }),
      `order ${quantidade}`,
    );
    same(Object.keys(order).sort(), ORDER_FIELDS, 'fields of an order');
    matches(order.ml_order_id, index === 0 ? /^\d{16}$/ : /^\d{3}-\d{7}-\d{7}$/, 'order number');
    matches(order.cliente_nome, /\S+ \S+/, 'customer');
    matches(order.cliente_endereco, /CEP \d{5}-\d{3}/, 'address');
  }
  const [, order] = orders;
  await walkTheLine(client, token, order);
}

const ORDER_FIELDS = [
  ...[
    'id',
    'status',
    'marketplace',
    'ml_order_id',
    'produto_id',
    'fornecedor_id',
    'produto_nome',
    'produto_sku',
    'imagem_url',
    'fornecedor_nome',
  ],
  ...[
    'quantidade',
    'preco_venda',
    'preco_fornecedor',
    'lucro',
    'itens',
    'cliente_nome',
    'cliente_endereco',
    'etiqueta_ml_url',
    'etiqueta_impressa_em',
    'despachar_ate',
    'enviado_pelo_marketplace',
  ],
  ...['requer_atencao', 'motivo_atencao', 'atencoes', 'criado_em', 'atualizado_em', 'envio', 'conta'],
].sort();

interface Expected {
  lamp: Body;
  supplier: Body;
  quantidade: number;
  amazon: boolean;
}

/** Everything of an order but what chance and the clock decide. */
function expectedOrder(order: Body, { lamp, supplier, quantidade, amazon }: Expected): Body {
  const cents = Math.round((amazon ? lamp.preco_venda_amazon : lamp.preco_venda_ml) * 100) * quantidade;
  const cost = Math.round(lamp.preco_fornecedor * 100) * quantidade;
  const line = {
    produto_id: lamp.id,
    fornecedor_id: supplier.id,
    produto_nome: lamp.nome,
    produto_sku: lamp.sku,
    fornecedor_nome: supplier.nome,
    quantidade,
    preco_venda: cents / 100,
    preco_fornecedor: cost / 100,
  };
  return {
    ...order,
    ...line,
    status: 'pendente',
    marketplace: amazon ? 'amazon' : 'mercadolivre',
    imagem_url: lamp.imagem_url,
    lucro: (cents - cost) / 100,
    itens: [{ numero: 1, ...line, enviado_em: null, pago_em: null }],
    etiqueta_ml_url: null,
    etiqueta_impressa_em: null,
    requer_atencao: false,
    motivo_atencao: null,
    atencoes: [],
    // A simulated order has no parcel.
    envio: null,
  };
}

const LINE = [
  { call: 'aprovar', status: 'aprovado', label: 'Aprovado' },
  { call: 'enviar-fornecedor', status: 'enviado_fornecedor', label: 'Enviado ao Fornecedor' },
  { call: 'pagar', status: 'pago', label: 'Pago ao Fornecedor' },
  { call: 'enviado-cliente', status: 'enviado_cliente', label: 'Enviado ao Cliente' },
  { call: 'entregue', status: 'entregue', label: 'Entregue' },
] as const;

async function walkTheLine(client: Client, token: string, order: Body): Promise<void> {
  await client.refused(`POST /pedidos/${order.id}/pagar`, [409, 'Pedido está "Pendente Aprovação"'], {
    token,
  });
  let labelOpened = false;
  for (const { call, status, label } of LINE) {
    const step = `POST /pedidos/${order.id}/${call}`;
    const moved = (await client.expect(200, step, { token })).body;
    const { etiqueta_ml_url, etiqueta_impressa_em, atualizado_em } = moved;
    const changing = { status, etiqueta_ml_url, etiqueta_impressa_em, atualizado_em };
    same(moved, { ...order, ...changing }, `order after ${call}`);
    same(etiqueta_ml_url === null, status === 'aprovado', `a label after ${call}`);
    same(etiqueta_impressa_em !== null, labelOpened, `a printed label after ${call}`);
    await client.refused(step, [409, `Pedido está "${label}"`], { token });
    if (call === 'enviar-fornecedor') {
      await openLabel(client, etiqueta_ml_url);
      labelOpened = true;
    }
  }
  await client.refused('POST /pedidos/nenhum/aprovar', [404, 'Pedido não encontrado'], { token });
}

/** The label opens in a new tab, so without a session, by its signed address and no other. */
async function openLabel(client: Client, address: string): Promise<void> {
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/^\/api/, '');
  const { body, headers } = await client.expect(200, `GET ${path}${search}`);
  same(headers.get('content-type'), 'application/pdf', 'type of the label');
  matches(body, /^%PDF-1\./, 'label');
  await client.expect(403, `GET ${path}`);
  await client.expect(403, `GET ${path}${search.slice(0, -2)}`);
}

/** Figures that follow from exactly what was sold. */
export async function readDashboard(client: Client, { token }: Seller, lamp: Body): Promise<void> {
  const stats = (await client.expect(200, 'GET /dashboard/stats', { token })).body;
  const sales = [Math.round(lamp.preco_venda_ml * 100), 2 * Math.round(lamp.preco_venda_amazon * 100)];
  const revenue = sales.reduce((sum, cents) => sum + cents, 0);
  const cost = 3 * Math.round(lamp.preco_fornecedor * 100);
  const { vendas_mes, ...figures } = stats;
  same(
    figures,
    {
      total_vendas: 2,
      total_vendas_ml: 1,
      total_vendas_amazon: 1,
      receita_total: revenue / 100,
      lucro_total: (revenue - cost) / 100,
      pedidos_pendentes: 1,
      produtos_mais_vendidos: [{ nome: lamp.nome, vendas: 3 }],
      vendas_por_marketplace: { mercadolivre: 1, amazon: 1 },
      produtos_estoque_baixo: 1,
    },
    'dashboard',
  );
  same(vendas_mes.length, 12, 'months of the dashboard');
  same(
    vendas_mes.map(({ vendas }: Body) => vendas),
    [...Array(11).fill(0), 2],
    'sales per month',
  );
}

export async function unpublish(client: Client, { token }: Seller, lamp: Body): Promise<void> {
  for (const { path, where } of PLACES) {
    await client.expect(200, `POST ${path}/despublicar/${lamp.id}`, { token });
    const sale = `POST ${path}/simular-venda/${lamp.id}`;
    await client.refused(sale, [409, `Produto não está publicado ${where}`], { token });
  }
  const [now] = (await client.expect(200, 'GET /produtos?busca=LUM-1', { token })).body;
  same([now.publicado_ml, now.publicado_amazon], [false, false], 'flags after unpublishing');
}
