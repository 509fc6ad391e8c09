import type { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInMemory } from './embedded';
import { newId } from './schema/columns';
import { migrationsFolder } from './testing/migrations-folder';

const usuario = newId();
const fornecedor = newId();
const produto = newId();
const FRAUD = 'O Mercado Livre suspeita de fraude neste pedido: não envie.';
const HIDDEN = 'Não informado pelo marketplace';
const SEVERAL =
  'O pedido tem mais de um produto: 2x Caneca nº. 5, 1x Prato. Venda acima do estoque disponível: Prato. ' +
  'Anúncio não encontrado na Esteira: Item 3.';

let client: PGlite;

interface OldOrder {
  produto_id?: string | null;
  motivo?: string | null;
  status?: string;
  tookStock?: boolean;
  bloqueio?: string | null;
  situacao?: string;
  motivoEnvio?: string | null;
  cliente?: string;
}

/** An order as it was stored while its attention was a sentence; its number is its name here. */
async function insertOld(numero: string, old: OldOrder): Promise<void> {
  const { motivo = null, status = 'pendente', tookStock = true, cliente = 'Ana' } = old;
  const { bloqueio = null, situacao, motivoEnvio = null } = old;
  const id = newId();
  const produtoId = old.produto_id === undefined ? produto : old.produto_id;
  await client.query(
    `INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_id, produto_nome, fornecedor_nome,
       quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco, requer_atencao, motivo_atencao)
     VALUES ($1, $2, $3, 'mercadolivre', $4, $5, 'Caneca', 'F', 1, 100, 50, $6, $6, $7, $8)`,
    [usuario, id, status, numero, produtoId, cliente, motivo !== null, motivo],
  );
  if (tookStock) {
    await client.query(
      `INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id)
       VALUES ($1, $2, $3, -1, 'venda', $4)`,
      [usuario, produto, newId(), id],
    );
  }
  if (situacao === undefined) return;
  await client.query(
    `INSERT INTO envios_pedido (usuario_id, pedido_id, situacao, precisa_nota, tem_etiqueta, pode_marcar_enviado,
       motivo, bloqueio, mudou_em) VALUES ($1, $2, $3, false, false, false, $4, $5, now())`,
    [usuario, id, situacao, motivoEnvio, bloqueio],
  );
}

beforeAll(async () => {
  client = await createInMemory();
  const migrations = readMigrationFiles({ migrationsFolder });
  const at = migrations.findIndex(({ sql }) => sql.join().includes('CREATE TABLE "atencoes_pedido"'));
  const run = async (some: typeof migrations) => {
    await client.exec('BEGIN');
    for (const { sql } of some) for (const statement of sql) await client.exec(statement);
    await client.exec('COMMIT');
  };
  await run(migrations.slice(0, at));
  await client.query(
    `INSERT INTO usuarios (id, nome, email, senha_hash) VALUES ($1, 'Ana', 'ana@x.com', 'h')`,
    [usuario],
  );
  await client.query(`INSERT INTO fornecedores (usuario_id, id, nome) VALUES ($1, $2, 'F')`, [
    usuario,
    fornecedor,
  ]);
  await client.query(
    `INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
     VALUES ($1, $2, $3, 'Caneca', 50, 100, 0)`,
    [usuario, produto, fornecedor],
  );
  await insertOld('fine', {});
  await insertOld('oversold', { motivo: 'Venda acima do estoque disponível', tookStock: false });
  await insertOld('oversold, flag lost', { tookStock: false });
  await insertOld('unknown', {
    produto_id: null,
    motivo: 'Anúncio não encontrado na Esteira',
    tookStock: false,
  });
  await insertOld('cancelled before', { status: 'cancelado', tookStock: false });
  await insertOld('several', { motivo: SEVERAL });
  await insertOld('fraud', { motivo: FRAUD, bloqueio: FRAUD, situacao: 'etiqueta_pronta' });
  await insertOld('simulated fraud', { motivo: FRAUD });
  await insertOld('returned', { motivo: 'Volta.', situacao: 'devolvido', motivoEnvio: 'Volta.' });
  await insertOld('returned, never flagged', { situacao: 'devolvido' });
  await insertOld('hidden', { cliente: HIDDEN, situacao: 'etiqueta_pronta' });
  await insertOld('hidden, delivered', { cliente: HIDDEN, situacao: 'entregue' });
  await run(migrations.slice(at));
});
afterAll(() => client.close());

it('reads every sentence of old orders into reasons, and finds the flags that were lost', async () => {
  const { rows } = await client.query<{
    n: string;
    atencao: boolean;
    motivos: Record<string, string | null>;
  }>(
    `SELECT p.ml_order_id AS n, p.requer_atencao AS atencao,
       coalesce(json_object_agg(a.codigo, a.detalhe) FILTER (WHERE a.codigo IS NOT NULL), '{}') AS motivos
     FROM pedidos p LEFT JOIN atencoes_pedido a ON a.usuario_id = p.usuario_id AND a.pedido_id = p.id
     GROUP BY 1, 2`,
  );
  const found = Object.fromEntries(rows.map(({ n, motivos }) => [n, motivos]));
  expect(found).toEqual({
    fine: {},
    oversold: { sem_estoque: null },
    'oversold, flag lost': { sem_estoque: null },
    unknown: { sem_anuncio: null },
    'cancelled before': {},
    several: { varios_itens: '2x Caneca nº. 5, 1x Prato', sem_estoque: 'Prato', sem_anuncio: 'Item 3' },
    fraud: { bloqueado: FRAUD },
    'simulated fraud': { bloqueado: FRAUD },
    returned: { devolvido: 'Volta.' },
    'returned, never flagged': { devolvido: null },
    hidden: { dados_ocultos: null },
    'hidden, delivered': {},
  });
  for (const { motivos, atencao } of rows) expect(atencao).toBe(Object.keys(motivos).length > 0);
});

it('keeps no sentence in the place of a buyer', async () => {
  const { rows } = await client.query(
    `SELECT ml_order_id, cliente_nome, cliente_endereco FROM pedidos WHERE ml_order_id LIKE 'hidden%'`,
  );
  for (const row of rows) expect(row).toMatchObject({ cliente_nome: null, cliente_endereco: null });
});
