import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../schema/columns';
import { openTestDatabase, type TestDatabase } from '../testing';
import { findContradictions } from './contradictions';
import { ADD_MISSING_LINES } from './insert-orders';

let database: TestDatabase;
const seller = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  await sellOne();
});
afterAll(() => database.close());

/** One of ten units is sold, with everything that belongs to it. */
async function sellOne(): Promise<void> {
  const owner = sql`${seller}::uuid`;
  const [product, order, supplier] = [newId(), newId(), newId()];
  const statements = [
    sql`INSERT INTO usuarios (id, nome, email, senha_hash) VALUES (${owner}, 'Ana', 'ana@exemplo.com.br', 'x')`,
    sql`INSERT INTO contas (usuario_id, marketplace, padrao) VALUES (${owner}, 'mercadolivre', true), (${owner}, 'amazon', true)`,
    sql`INSERT INTO fornecedores (usuario_id, id, nome) VALUES (${owner}, ${supplier}::uuid, 'F')`,
    sql`INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
        VALUES (${owner}, ${product}::uuid, ${supplier}::uuid, 'Café', 100, 300, 9)`,
    sql`INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
          fornecedor_nome, quantidade, preco_venda, preco_fornecedor, custos, cliente_nome, cliente_endereco)
        VALUES (${owner}, ${order}::uuid, 'mercadolivre', '1', ${product}::uuid, ${supplier}::uuid, 'Café',
          'F', 1, 300, 100, 130, 'Cliente', 'Rua A, 1')`,
    sql.raw(ADD_MISSING_LINES),
    sql`INSERT INTO estimativas_pedido (usuario_id, pedido_id, imposto, imposto_fonte, fornecedor, fornecedor_fonte)
        VALUES (${owner}, ${order}::uuid, 30, 'tabela tax-simples-i-1 2018-01-01', 100, 'usuario')`,
    sql`INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id) VALUES
          (${owner}, ${product}::uuid, ${newId()}::uuid, 10, 'inicial', NULL),
          (${owner}, ${product}::uuid, ${newId()}::uuid, -1, 'venda', ${order}::uuid)`,
    sql`INSERT INTO eventos_pedido (usuario_id, pedido_id, id, para)
        VALUES (${owner}, ${order}::uuid, ${newId()}::uuid, 'pendente')`,
  ];
  for (const statement of statements) await database.db.execute(statement);
}

/** What is found after a statement that no trigger has completed; afterwards all is as before. */
async function findAfter(statement: string): Promise<string[]> {
  let found: string[] = [];
  const undone = new Error('undone');
  const broken = database.db.transaction(async (tx) => {
    await tx.execute('SET LOCAL session_replication_role = replica');
    await tx.execute(statement);
    found = await findContradictions(tx, seller);
    throw undone;
  });
  await expect(broken).rejects.toBe(undone);
  return found;
}

it('finds nothing where every write was made as a whole', async () => {
  expect(await findContradictions(database.db, seller)).toEqual([]);
});

const SPLIT_WRITES: [statement: string, found: string[]][] = [
  ['DELETE FROM itens_pedido', ['an order is not the sum of its lines']],
  ['UPDATE itens_pedido SET preco_venda = 200', ['an order is not the sum of its lines']],
  ['UPDATE itens_pedido SET produto_id = NULL', ['an order is not the sum of its lines']],
  [
    "DELETE FROM movimentos_estoque WHERE motivo = 'venda'",
    ['stock differs from its ledger', 'an order took no stock and does not say so'],
  ],
  ['UPDATE produtos SET estoque = estoque - 1', ['stock differs from its ledger']],
  [
    'UPDATE pedidos SET enviado_pelo_marketplace = true',
    ['a cancelled order kept its stock', 'an order that its marketplace sends waits for its seller'],
  ],
  [
    "UPDATE pedidos SET status = 'cancelado'",
    [
      'a cancelled order kept its stock',
      'the history does not lead to the status',
      'the summary by day differs from the orders',
      'the units sold differ from the orders',
    ],
  ],
  ['DELETE FROM eventos_pedido', ['an order without a history']],
  ['UPDATE pedidos SET tem_etiqueta = true', ['a label without its step']],
  ['UPDATE pedidos SET requer_atencao = true', ['attention without a reason']],
  ['UPDATE resumo_diario SET receita = receita + 1', ['the summary by day differs from the orders']],
  [
    'DELETE FROM estimativas_pedido',
    ['the costs of an order are not the sum of its facts', 'the summary of costs by day differs'],
  ],
  [
    `INSERT INTO custos_pedido (usuario_id, pedido_id, id, codigo, valor, origem, estorna_id)
     SELECT usuario_id, pedido_id, gen_random_uuid(), 'imposto', -30, 'tabela', pedido_id FROM estimativas_pedido`,
    ['a cost that is not there is taken back', 'the costs of an order are not the sum of its facts'],
  ],
  [
    `INSERT INTO custos_pedido (usuario_id, pedido_id, id, codigo, valor, origem)
     SELECT usuario_id, pedido_id, gen_random_uuid(), 'imposto', 30, 'tabela' FROM estimativas_pedido`,
    ['a cost that holds twice'],
  ],
  [
    `INSERT INTO custos_pedido (usuario_id, pedido_id, id, codigo, valor, origem, estorna_id)
     SELECT e.usuario_id, e.pedido_id, gen_random_uuid(), 'imposto', -29, 'tabela', f.id
     FROM estimativas_pedido e CROSS JOIN LATERAL fatos_estimados(e.usuario_id, e.pedido_id) f WHERE f.codigo = 'imposto'`,
    ['a cost that holds twice, or is taken back by another amount'],
  ],
  ['DELETE FROM vendas_produtos', ['the units sold differ from the orders']],
];

it.each(SPLIT_WRITES)('finds what half a write leaves behind: %s', async (statement, names) => {
  const found = await findAfter(statement);
  for (const name of names) expect(found).toContainEqual(expect.stringMatching(`^${name}`));
});
