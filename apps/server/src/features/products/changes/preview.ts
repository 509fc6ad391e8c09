import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products';
import { CHANGE_PROBLEM_SENTENCES, changedProfit, changeValue } from '@esteira/domain/bulk-change';
import type { Product } from '@esteira/validators/product';
import type { ChangePreview, ChangePreviewInput, PreviewedChange } from '@esteira/validators/product-change';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { findUnsellable } from '../unsellable';

/** What a rule would make of each of these products, in their order. Writes nothing. */
export async function previewChange(
  db: Database,
  usuarioId: string,
  { ids, ...rule }: ChangePreviewInput,
): Promise<ChangePreview> {
  const found = await db
    .select(previewColumns)
    .from(products)
    .where(
      and(
        eq(products.usuario_id, usuarioId),
        inArray(products.id, ids.filter(isEntityId)),
        isNull(products.excluido_em),
      ),
    );
  const byId = new Map(found.map((product) => [product.id, product]));
  const shown = new Set<string>();
  const preview = (id: string): PreviewedChange => {
    const product = byId.get(id.toLowerCase());
    if (product === undefined) return { ...NOTHING, id, erro: 'Produto não encontrado' };
    if (shown.has(product.id))
      return { ...NOTHING, id, nome: product.nome, erro: 'Produto repetido na lista' };
    shown.add(product.id);
    return previewProduct(id, product, rule);
  };
  return { itens: ids.map(preview) };
}

const NOTHING = { nome: null, sku: null, antes: null, depois: null, lucro: null };

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

function previewProduct(
  id: string,
  product: Pick<Product, keyof typeof previewColumns>,
  rule: Omit<ChangePreviewInput, 'ids'>,
): PreviewedChange {
  const nothing = { depois: null, lucro: null };
  const { nome, sku, [rule.campo]: antes } = product;
  const shown = { id, nome, sku, antes };
  const changed = changeValue(product, rule);
  if (!changed.ok) return { ...shown, ...nothing, erro: CHANGE_PROBLEM_SENTENCES[changed.problem] };
  const erro = findUnsellable(product, { ...product, [rule.campo]: changed.value });
  if (erro !== null) return { ...shown, ...nothing, erro };
  const lucro = changedProfit(product, { campo: rule.campo, valor: changed.value });
  return { ...shown, depois: changed.value, lucro, erro: null };
}
