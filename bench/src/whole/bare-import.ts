// What the CSV import is measured against: the file read and split, and the very inserts of the import, in one
// transaction. Nothing is checked. Prints the seconds that it took.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { newId } from '../harness/new-id';

const BATCH = 1_000;
const CELL = /"([^"]*)"|([^",]+)|(?<=,|^)(?=,|$)/g;

const sql = postgres(process.env['BENCH_DATABASE_URL'] ?? '', { max: 1, onnotice: () => undefined });
const usuarioId = process.env['BENCH_SELLER'] ?? '';

type Row = ReturnType<typeof readRow>;

const cents = (price: string) => (price === '' ? null : Math.round(Number(price) * 100));

function readRow(line: string, linha: number) {
  const cells = [...line.matchAll(CELL)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const [
    fornecedor_id = '',
    nome = '',
    descricao = '',
    sku = '',
    cost = '',
    ml = '',
    amazon = '',
    estoque,
    imagem_url,
  ] = cells;
  return {
    l: linha,
    i: newId(),
    f: fornecedor_id,
    n: nome,
    d: descricao,
    s: sku,
    c: cents(cost),
    m: cents(ml),
    a: cents(amazon),
    e: Number(estoque),
    u: imagem_url,
  };
}

const insert = (tx: postgres.TransactionSql, rows: Row[]) => tx`
  WITH entrada AS (
    SELECT l AS linha, i AS id, f AS fornecedor_id, n AS nome, d AS descricao, s AS sku, c AS preco_fornecedor,
      m AS preco_venda_ml, a AS preco_venda_amazon, e AS estoque, u AS imagem_url
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS linhas(
      l integer, i uuid, f uuid, n text, d text, s text, c bigint, m bigint, a bigint, e integer, u text
    )
  ), mantidos AS (
    SELECT id FROM fornecedores
    WHERE usuario_id = ${usuarioId}::uuid AND id IN (SELECT fornecedor_id FROM entrada) AND excluido_em IS NULL
    FOR KEY SHARE
  ), criados AS (
    INSERT INTO produtos (
      usuario_id, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml, preco_venda_amazon,
      estoque, imagem_url
    )
    SELECT ${usuarioId}::uuid, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
      preco_venda_amazon, estoque, imagem_url
    FROM entrada WHERE fornecedor_id IN (SELECT id FROM mantidos)
    ORDER BY linha
    ON CONFLICT (usuario_id, lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL DO NOTHING
    RETURNING id, estoque
  ), movimentos AS (
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, ator_id)
    SELECT ${usuarioId}::uuid, id, id, estoque, 'importacao', ${usuarioId}::uuid FROM criados WHERE estoque > 0
  )
  SELECT linha FROM entrada WHERE NOT EXISTS (SELECT FROM criados WHERE criados.id = entrada.id)`;

async function importFile(tx: postgres.TransactionSql, path: string): Promise<void> {
  let batch: Row[] = [];
  let linha = 0;
  let writing: PromiseLike<unknown> = Promise.resolve();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    linha += 1;
    if (linha === 1) continue;
    batch.push(readRow(line, linha));
    if (batch.length < BATCH) continue;
    await writing;
    // The driver sends a statement when it is first awaited: the next batch is read meanwhile.
    writing = insert(tx, batch).execute();
    batch = [];
  }
  await writing;
  if (batch.length > 0) await insert(tx, batch);
}

await sql`SELECT 1`;
const startedAt = performance.now();
await sql.begin((tx) => importFile(tx, process.env['BENCH_CSV'] ?? ''));
console.log((performance.now() - startedAt) / 1000);
await sql.end();
