import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import {
  CHANGE_PROBLEM_SENTENCES,
  type ChangeField,
  type ChangeRule,
  changedProfit,
  changeValue,
  isPlainRule,
  type PlainRule,
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
import { oneByOne } from '../../../core/time/in-steps';
import { findUnsellable } from '../unsellable';
import { type ProductNets, prepareNets, pricedOn } from './net-margin';

/** How many products are computed before others get their turn: a few milliseconds. */
const ROWS_PER_SLICE = 50;

/** What a rule would make of each of these products, in their order, column by column. Writes nothing. */
export async function previewChange(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  { ids, campos, ...rule }: ChangePreviewInput,
): Promise<ChangePreview> {
  const known = ids.filter(isEntityId);
  const [found, nets] = await Promise.all([
    listProducts(deps.db, usuarioId, known),
    campos.includes('estoque') ? null : prepareNets(deps, usuarioId, known),
  ]);
  const byId = new Map(found.map((product) => [product.id, product]));
  const shown = new Set<string>();
  const refuse = (id: string, nome: string | null, erro: string) =>
    campos.map((campo) => ({ ...NOTHING, id, nome, campo, erro }));
  const preview = (id: string): PreviewedChange[] => {
    const product = byId.get(id.toLowerCase());
    if (product === undefined) return refuse(id, null, 'Produto não encontrado');
    if (shown.has(product.id)) return refuse(id, product.nome, 'Produto repetido na lista');
    shown.add(product.id);
    return previewProduct(product, { id, campos, rule, nets });
  };
  const itens: PreviewedChange[] = [];
  for await (const id of oneByOne(ids, ROWS_PER_SLICE)) itens.push(...preview(id));
  return { itens };
}

const listProducts = (db: Database, usuarioId: string, ids: string[]) =>
  db
    .select(previewColumns)
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), inArray(products.id, ids), isNull(products.excluido_em)));

type ChangedProduct = Pick<Product, keyof typeof previewColumns>;

const NO_NET = { liquido_antes: null, liquido: null, margem_liquida: null };
const NOTHING = {
  ...{ nome: null, sku: null, antes: null, depois: null, lucro_antes: null, lucro: null },
  ...NO_NET,
};

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
  /** As it was asked for. */
  id: string;
  campos: readonly ChangeField[];
  rule: Omit<ChangeRule, 'campo'>;
  /** Absent for stock. */
  nets: ProductNets | null;
}

function previewProduct(product: ChangedProduct, change: ProductChange): PreviewedChange[] {
  const { id, campos, nets } = change;
  const { nome, sku } = product;
  const changed = new Map(campos.map((campo) => [campo, changeColumn(product, campo, change)]));
  const after = { ...product };
  for (const [campo, outcome] of changed) if (outcome.ok) after[campo] = outcome.value;
  return campos.map((campo): PreviewedChange => {
    const antes = product[campo];
    const outcome = changed.get(campo);
    if (!outcome?.ok) return { ...NOTHING, id, nome, sku, campo, antes, erro: outcome?.erro ?? '' };
    const depois = outcome.value;
    return {
      ...{ id, nome, sku, campo, antes, depois, erro: null },
      lucro_antes: antes === null ? null : changedProfit(product, { campo, valor: antes }),
      lucro: changedProfit(after, { campo, valor: depois }),
      ...previewNet(campo, { product, after, nets }),
    };
  });
}

interface NetChange {
  product: ChangedProduct;
  after: ChangedProduct;
  nets: ProductNets | null;
}

function previewNet(campo: ChangeField, { product, after, nets }: NetChange): NetPreview {
  const marketplace = pricedOn(campo);
  if (marketplace === undefined || nets === null) return NO_NET;
  const { liquido, margem } = nets.netOf(after, marketplace);
  return {
    liquido_antes: nets.netOf(product, marketplace).liquido,
    liquido,
    margem_liquida: margem,
  };
}

type NetPreview = Pick<PreviewedChange, 'liquido_antes' | 'liquido' | 'margem_liquida'>;

/** The new value of a product's column, or the sentence why it has none. */
type Outcome = { ok: true; value: number } | { ok: false; erro: string };

function changeColumn(product: ChangedProduct, campo: ChangeField, { rule, nets }: ProductChange): Outcome {
  const full = { ...rule, campo };
  const outcome = isPlainRule(full) ? changePlainly(product, full) : changeToNet(product.id, full, nets);
  if (!outcome.ok) return outcome;
  const erro = findUnsellable(product, { ...product, [campo]: outcome.value });
  return erro === null ? outcome : { ok: false, erro };
}

function changePlainly(product: ChangedProduct, rule: PlainRule): Outcome {
  const changed = changeValue(product, rule);
  return changed.ok ? changed : { ok: false, erro: CHANGE_PROBLEM_SENTENCES[changed.problem] };
}

function changeToNet(id: string, rule: ChangeRule, nets: ProductNets | null): Outcome {
  const marketplace = pricedOn(rule.campo);
  if (marketplace === undefined || nets === null)
    throw new Error(`no marketplace has the price ${rule.campo}`);
  const found = nets.findPrice(id, marketplace, rule);
  return found.ok ? { ok: true, value: found.preco } : { ok: false, erro: found.motivo };
}
