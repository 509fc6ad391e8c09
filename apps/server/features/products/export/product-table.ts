import { type Database, queryRows } from '@esteira/db/database';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { toDay } from '@esteira/domain/calendar';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import {
  EXPORTED_ACCOUNTS,
  EXPORTED_STOCK,
  LEDGER_START,
  writeExportedStock,
} from '@esteira/validators/csv/exported-stock';
import { supplierLookup } from '@esteira/validators/csv/product-csv';
import { type Product, type ProductListInput, productListInput } from '@esteira/validators/products/product';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { registerExport, tooManyRows } from '../../../core/tables/export-route';
import { type Column, MAX_TABLE_ROWS, TABLE_PAGE, type Table } from '../../../core/tables/table';
import { hasSeveralAccounts } from '../../connections/seller-accounts';
import { narrowToFallen } from '../narrow-to-fallen';
import { countProducts, listProducts, type Narrowed } from '../queries';
import { addAccounts } from './listed-accounts';

const exportInput = productListInput.omit({ limite: true, cursor: true });

type ExportInput = Omit<ProductListInput, 'limite' | 'cursor'>;

/** GET /exportar/produtos.csv and .xlsx, under the filters and in the order of the list. */
export function registerProductExport(api: FastifyInstance, deps: Deps): void {
  registerExport(api, deps, {
    name: 'produtos',
    input: exportInput,
    scopes: ['leitura', 'produtos'],
    toTable,
  });
}

/** The import's own columns, so that the file can be changed and imported again. */
async function toTable(deps: Deps, usuarioId: string, asked: ExportInput): Promise<Table<ExportedProduct>> {
  const { db, clock } = deps;
  const input = await narrowToFallen(deps, usuarioId, asked);
  const { total } = await countProducts(db, usuarioId, input);
  if (total > MAX_TABLE_ROWS) throw tooManyRows(MAX_TABLE_ROWS, 'produtos');
  const nameSupplier = await loadSupplierNames(db, usuarioId);
  const hasSeveral = await hasSeveralAccounts(db, usuarioId);
  const columns = [...CSV_COLUMNS.map((name) => toColumn(name, nameSupplier)), EXPORTED];
  return {
    name: `produtos-${toDay(clock())}`,
    columns: hasSeveral ? [...columns, ACCOUNTS] : columns,
    pages: readPages(db, usuarioId, { ...input, hasSeveral }),
  };
}

/** A product, the latest line of its ledger, and the accounts that it is listed in, where there are several. */
interface ExportedProduct extends Product {
  posicao: string;
  contas?: string;
}

/** What an import needs to know of the stock that the file was made from. */
const EXPORTED: Column<ExportedProduct> = {
  name: EXPORTED_STOCK,
  kind: 'text',
  width: 18,
  read: ({ estoque, posicao }) => writeExportedStock({ units: estoque, position: posicao }),
};

const ACCOUNTS: Column<ExportedProduct> = {
  ...{ name: EXPORTED_ACCOUNTS, kind: 'text', width: 28 },
  read: ({ contas }) => contas ?? null,
};

const SHOWN_AS: Record<CsvColumn, Pick<Column<Product>, 'kind' | 'width'>> = {
  fornecedor_id: { kind: 'text', width: 28 },
  nome: { kind: 'text', width: 40 },
  descricao: { kind: 'text', width: 40 },
  sku: { kind: 'code', width: 18 },
  preco_fornecedor: { kind: 'money', width: 17 },
  preco_venda_ml: { kind: 'money', width: 17 },
  preco_venda_amazon: { kind: 'money', width: 20 },
  estoque: { kind: 'units', width: 10 },
  imagem_url: { kind: 'text', width: 40 },
};

function toColumn(name: CsvColumn, nameSupplier: (id: string) => string): Column<Product> {
  const read = (product: Product) => product[name];
  return {
    name,
    ...SHOWN_AS[name],
    read: name === 'fornecedor_id' ? (product) => nameSupplier(product.fornecedor_id) : read,
  };
}

/** Names a supplier as the import finds it again: by its name where that means no other one, else by its id. */
async function loadSupplierNames(db: Database, usuarioId: string): Promise<(id: string) => string> {
  const rows = await db
    .select({ id: suppliers.id, nome: suppliers.nome })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), isNull(suppliers.excluido_em)));
  const find = supplierLookup(rows);
  const names = new Map<string, string>();
  for (const { id, nome } of rows) {
    const found = find(nome);
    if (found.ok && found.id === id) names.set(id, nome);
  }
  return (id) => names.get(id) ?? id;
}

async function* readPages(
  db: Database,
  usuarioId: string,
  { hasSeveral, ...input }: Narrowed<ExportInput> & { hasSeveral: boolean },
): AsyncIterable<ExportedProduct[]> {
  let cursor: string | undefined;
  do {
    const from = { ...input, limite: TABLE_PAGE, cursor };
    const page = await listProducts(db, usuarioId, from);
    if (page.itens.length > 0) {
      const products = await addPositions(db, usuarioId, page.itens);
      yield hasSeveral ? await addAccounts(db, usuarioId, products) : products;
    }
    cursor = page.proximo_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Read after the stock: what moves in between counts as known to the file, and is never undone by it. */
async function addPositions(
  db: Database,
  usuarioId: string,
  products: readonly Product[],
): Promise<ExportedProduct[]> {
  const ids = products.map(({ id }) => id);
  const rows = await queryRows<{ id: string; posicao: string }>(
    db,
    sql`SELECT i.id::text AS id, m.id::text AS posicao
        FROM json_array_elements_text(${JSON.stringify(ids)}::text::json) AS a(texto),
        LATERAL (SELECT a.texto::uuid AS id) AS i,
        LATERAL (SELECT id FROM movimentos_estoque
          WHERE usuario_id = ${usuarioId}::uuid AND produto_id = i.id ORDER BY id DESC LIMIT 1) AS m`,
  );
  const positions = new Map(rows.map(({ id, posicao }) => [id, posicao]));
  return products.map((product) => ({ ...product, posicao: positions.get(product.id) ?? LEDGER_START }));
}
