import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import {
  CHANGE_PROBLEM_SENTENCES,
  type ChangeField,
  changedProfit,
  changeValue,
  isPlainRule,
} from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import type {
  ChangePreview,
  ChangePreviewInput,
  PreviewedChange,
} from '@esteira/validators/products/product-change';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isEntityId } from '../../../core/ids';
import { findUnsellable } from '../unsellable';
import { prepareNetMargin } from './net-margin';

/** How many products are computed before others get their turn: a few milliseconds. */
const ROWS_PER_SLICE = 50;

/** What a rule would make of each of these products, in their order. Writes nothing. */
export async function previewChange(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  { ids, ...rule }: ChangePreviewInput,
): Promise<ChangePreview> {
  const known = ids.filter(isEntityId);
  const [found, change] = await Promise.all([
    listProducts(deps.db, usuarioId, known),
    prepareChange(deps, usuarioId, { ids: known, ...rule }),
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  const shown = new Set<string>();
  const preview = (id: string): PreviewedChange => {
    const product = byId.get(id.toLowerCase());
    if (product === undefined) return { ...NOTHING, id, erro: 'Produto não encontrado' };
    if (shown.has(product.id))
      return { ...NOTHING, id, nome: product.nome, erro: 'Produto repetido na lista' };
    shown.add(product.id);
    return previewProduct(id, product, { campo: rule.campo, change });
  };
  const itens: PreviewedChange[] = [];
  for (const [index, id] of ids.entries()) {
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) await yieldToEventLoop();
    itens.push(preview(id));
  }
  return { itens };
}

const listProducts = (db: Database, usuarioId: string, ids: string[]) =>
  db
    .select(previewColumns)
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), inArray(products.id, ids), isNull(products.excluido_em)));

type ChangedProduct = Pick<Product, keyof typeof previewColumns>;

/** The new value of a product's column, or the sentence why it has none. */
type Outcome =
  | { ok: true; valor: number; net: Pick<PreviewedChange, 'liquido' | 'margem_liquida'> }
  | { ok: false; erro: string };

async function prepareChange(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  input: ChangePreviewInput,
): Promise<(product: ChangedProduct) => Outcome> {
  if (isPlainRule(input)) {
    return (product) => {
      const changed = changeValue(product, input);
      if (!changed.ok) return { ok: false, erro: CHANGE_PROBLEM_SENTENCES[changed.problem] };
      return { ok: true, valor: changed.value, net: NO_NET };
    };
  }
  const findPrice = await prepareNetMargin(deps, usuarioId, input);
  return ({ id }) => {
    const found = findPrice(id);
    if (!found.ok) return { ok: false, erro: found.motivo };
    const { preco, liquido, margem } = found;
    return { ok: true, valor: preco, net: { liquido, margem_liquida: margem } };
  };
}

const NO_NET = { liquido: null, margem_liquida: null };
const NOTHING = { nome: null, sku: null, antes: null, depois: null, lucro: null, ...NO_NET };

const previewColumns = {
  id: products.id,
  nome: products.nome,
  sku: products.sku,
  preco_fornecedor: products.preco_fornecedor,
  preco_venda_ml: products.preco_venda_ml,
  preco_venda_amazon: products.preco_venda_amazon,
  estoque: products.estoque,
  publicado_ml: products.publicado_ml,
  publicado_amazon: products.publicado_amazon,
};

interface ProductChange {
  campo: ChangeField;
  change: (product: ChangedProduct) => Outcome;
}

function previewProduct(
  id: string,
  product: ChangedProduct,
  { campo, change }: ProductChange,
): PreviewedChange {
  const { nome, sku, [campo]: antes } = product;
  const unchanged = { id, nome, sku, antes, depois: null, lucro: null, ...NO_NET };
  const changed = change(product);
  if (!changed.ok) return { ...unchanged, erro: changed.erro };
  const { valor, net } = changed;
  const erro = findUnsellable(product, { ...product, [campo]: valor });
  if (erro !== null) return { ...unchanged, erro };
  return { ...unchanged, depois: valor, lucro: changedProfit(product, { campo, valor }), ...net, erro: null };
}
