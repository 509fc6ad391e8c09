// What the API is measured against: the same statements, written by hand with postgres.js, behind Fastify. Rows leave
// as the driver gives them. No validation, no schemas, no token: the user's id comes in a header and is believed, as the
// API believes for a moment what it knows of a token.
import Fastify, { type FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { newId } from '../harness/new-id';

const sql = postgres(process.env['BENCH_DATABASE_URL'] ?? '', { max: 20, onnotice: () => undefined });
const app = Fastify();

interface ListQuery {
  limite: string;
  cursor?: string;
  busca?: string;
}

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

app.get('/api/ready', () => ({ ok: true }));

app.get<{ Querystring: ListQuery }>('/api/produtos', async (request) => {
  const usuarioId = readUserId(request);
  const { limite, cursor = NEWEST, busca } = request.query;
  const rows =
    busca === undefined
      ? await sql`
          SELECT ${sql.unsafe(PRODUCT)} FROM produtos
          WHERE usuario_id = ${usuarioId} AND id < ${cursor} AND excluido_em IS NULL
          ORDER BY id DESC LIMIT ${Number(limite) + 1}`
      : await sql.unsafe(SEARCH, [usuarioId, cursor, busca], { prepare: true });
  return rows.slice(0, Number(limite));
});

const PRODUCT = `id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon, estoque,
  imagem_url, publicado_ml, publicado_amazon`;

const IS_OWN = 'usuario_id = (SELECT $1::uuid) AND excluido_em IS NULL';
const IS_BEHIND = 'id < (SELECT $2::uuid)';
const HOLDS = "busca LIKE (SELECT '%' || esteira_normalizar($3) || '%')";
const newest = (limit: string) => `(
  SELECT * FROM produtos WHERE ${IS_OWN} AND ${IS_BEHIND} ORDER BY id DESC LIMIT ${limit}) produtos`;

/** The API's, for its page of 50: the newest products in order where they hold the term, else the index of trigrams. */
const SEARCH = `
  WITH vistos AS MATERIALIZED (
    SELECT count(*) AS total FROM ${newest('200')} WHERE ${HOLDS}
  ), limite AS MATERIALIZED (
    SELECT CASE WHEN total < 8 THEN 0 ELSE least(15300 / total, 2000) END AS lidos FROM vistos
  ), recentes AS MATERIALIZED (
    SELECT ${PRODUCT} FROM ${newest('(SELECT lidos FROM limite)')} WHERE ${HOLDS} ORDER BY id DESC LIMIT 51
  ), achados AS MATERIALIZED (
    SELECT id FROM produtos
    WHERE (SELECT count(*) FROM recentes) < 51 AND ${IS_OWN} AND ${IS_BEHIND} AND ${HOLDS}
  )
  SELECT * FROM recentes WHERE (SELECT count(*) FROM recentes) = 51
  UNION ALL
  SELECT * FROM (
    SELECT ${PRODUCT} FROM produtos WHERE ${IS_OWN}
      AND id IN (SELECT id FROM achados ORDER BY id DESC LIMIT 51)
  ) todos
  ORDER BY id DESC`;

app.get<{ Querystring: ListQuery }>('/api/pedidos', async (request) => {
  const usuarioId = readUserId(request);
  const { limite, cursor = NEWEST } = request.query;
  const rows = await sql`
    SELECT p.id, p.status, p.marketplace, p.ml_order_id, p.produto_id, p.fornecedor_id, p.produto_nome,
      p.produto_sku, (SELECT f.imagem_url FROM produtos f WHERE f.usuario_id = p.usuario_id AND f.id = p.produto_id)
        AS imagem_url, p.fornecedor_nome, p.quantidade, p.preco_venda, p.preco_fornecedor, p.lucro, p.cliente_nome, p.cliente_endereco,
      p.requer_atencao, p.criado_em, p.atualizado_em, p.tem_etiqueta, p.etiqueta_impressa_em,
      p.despachar_ate, e.situacao, e.precisa_nota,
      e.tem_etiqueta AS envio_tem_etiqueta, e.pode_marcar_enviado, e.motivo, e.bloqueio, e.pacote_id, e.transportadora,
      e.codigo_rastreio
    FROM pedidos p LEFT JOIN envios_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
    WHERE p.usuario_id = ${usuarioId} AND p.id < ${cursor} ORDER BY p.id DESC LIMIT ${Number(limite) + 1}`;
  return rows.slice(0, Number(limite));
});

app.get('/api/dashboard/stats', async (request) => {
  const usuarioId = readUserId(request);
  const [figures] = await sql`
    SELECT
      (SELECT json_agg(m) FROM (
        SELECT mes, marketplace, sum(pedidos)::int AS vendas, sum(receita)::bigint AS receita, sum(lucro)::bigint AS lucro,
          coalesce(sum(pedidos) FILTER (WHERE status = 'pendente'), 0)::int AS pendentes
        FROM resumo_pedidos WHERE usuario_id = ${usuarioId} AND status <> 'cancelado'
        GROUP BY mes, marketplace ORDER BY mes DESC, marketplace) m) AS resumo,
      (SELECT json_agg(b) FROM (
        SELECT p.nome, best.unidades FROM (
          SELECT produto_id, unidades FROM vendas_produtos WHERE usuario_id = ${usuarioId} AND unidades > 0
          ORDER BY unidades DESC, produto_id LIMIT 5
        ) best JOIN produtos p ON p.usuario_id = ${usuarioId} AND p.id = best.produto_id
        ORDER BY best.unidades DESC, best.produto_id) b) AS mais_vendidos,
      (SELECT count(*)::int FROM produtos
        WHERE usuario_id = ${usuarioId} AND estoque_baixo IS NOT NULL AND excluido_em IS NULL) AS estoque_baixo`;
  return figures;
});

app.post<{ Params: { id: string } }>('/api/mercadolivre/simular-venda/:id', async (request) => {
  const usuarioId = readUserId(request);
  const { id } = request.params;
  const [produto] = await sql`
    SELECT id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon, estoque,
      imagem_url, publicado_ml, publicado_amazon
    FROM produtos WHERE usuario_id = ${usuarioId} AND id = ${id} AND excluido_em IS NULL`;
  if (produto === undefined) throw new Error('no such product');
  const numero = `2000${Math.floor(Math.random() * 1e12)}`;
  const [sale] = await sell({ usuarioId, id, numero, marketplace: 'mercadolivre', quantidade: 1 });
  if (sale === undefined) throw new Error('out of stock');
  return { message: `Venda simulada! Pedido #${numero}` };
});

interface Sale {
  usuarioId: string;
  id: string;
  numero: string;
  marketplace: string;
  quantidade: number;
}

/** What the API makes of the seller's costs and the marketplaces' fees, ready beforehand. */
const ESTIMATE = JSON.stringify([
  {
    ...{ fornecedor: 1396, fornecedor_fonte: 'usuario', entrega_propria: false },
    ...{ tarifa_venda_fonte: 'tabela categoria', frete_vendedor_fonte: 'tabela logistica' },
    imposto_fonte: 'tabela regime',
  },
]);

const sell = ({ usuarioId, id, numero, marketplace, quantidade }: Sale) => sql`
  WITH produto AS (
    UPDATE produtos SET estoque = estoque - ${quantidade}::int, atualizado_em = now()
    WHERE usuario_id = ${usuarioId}::uuid AND id = ${id}::uuid AND excluido_em IS NULL
      AND estoque >= ${quantidade}::int AND (NOT ${true}::boolean
        OR CASE ${marketplace}::text WHEN 'amazon' THEN publicado_amazon ELSE publicado_ml END)
    RETURNING id, fornecedor_id, nome, sku, preco_fornecedor, coalesce(${null}::bigint,
      CASE ${marketplace}::text WHEN 'amazon' THEN preco_venda_amazon ELSE preco_venda_ml END) AS preco
  ), pedido AS (
    INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
      produto_sku, fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco, despachar_ate)
    SELECT ${usuarioId}::uuid, ${newId()}::uuid, ${marketplace}::text, ${numero}::text, p.id, f.id, p.nome,
      p.sku, f.nome, ${quantidade}::int, p.preco * ${quantidade}::int, p.preco_fornecedor * ${quantidade}::int,
      ${'Ana Souza'}::text, ${'Rua das Palmeiras, 100 - Centro, São Paulo - SP, 01000-000'}::text,
      now() + interval '1 day'
    FROM produto p JOIN fornecedores f ON f.usuario_id = ${usuarioId}::uuid AND f.id = p.fornecedor_id
    RETURNING id, produto_id
  ), movimento AS (
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, ator_id)
    SELECT ${usuarioId}::uuid, produto_id, ${newId()}::uuid, -${quantidade}::int, 'venda', id, ${usuarioId}::uuid
    FROM pedido
  ), evento AS (
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, ator_id)
    SELECT ${usuarioId}::uuid, id, ${newId()}::uuid, NULL, 'pendente', ${usuarioId}::uuid FROM pedido
    RETURNING pedido_id
  ), estimativa AS (
    INSERT INTO estimativas_pedido (usuario_id, pedido_id, fornecedor, fornecedor_fonte, entrega_propria,
      tarifa_venda_fonte, frete_vendedor_fonte, imposto_fonte)
    SELECT ${usuarioId}::uuid, pedido.id, c.fornecedor, c.fornecedor_fonte, c.entrega_propria,
      c.tarifa_venda_fonte, c.frete_vendedor_fonte, c.imposto_fonte
    FROM json_to_recordset(${ESTIMATE}::text::json) AS c (fornecedor bigint, fornecedor_fonte text,
      entrega_propria boolean, tarifa_venda_fonte text, frete_vendedor_fonte text, imposto_fonte text), pedido
  )
  SELECT pedido_id FROM evento`;

function readUserId(request: FastifyRequest): string {
  return String(request.headers['x-usuario-id']);
}

await app.listen({ host: '127.0.0.1', port: Number(process.env['BENCH_PORT']) });
process.once('SIGTERM', () => {
  app
    .close()
    .then(() => sql.end())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
