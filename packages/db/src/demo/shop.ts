import { DAY_MS } from '@esteira/domain/durations';
import { getExamplePicture } from '@esteira/domain/products/example-pictures';
import { newId } from '../schema/columns';
import type { products } from '../schema/products/products';
import type { suppliers } from '../schema/products/suppliers';
import type { Catalog } from './catalog';
import type { Random } from './random';

/** Positions in the catalogue of the products that end up nearly sold out, and with how many units. */
const LOW_STOCK: ReadonlyMap<number, number> = new Map([
  [4, 3],
  [9, 2],
  [19, 4],
  [26, 0],
  [41, 1],
  [57, 3],
]);

/** Every so many products one is not published anywhere yet. */
const UNPUBLISHED_EVERY = 11;

export interface DemoShop {
  suppliers: (typeof suppliers.$inferInsert & { id: string })[];
  products: DemoShopProduct[];
}

export interface DemoShopProduct {
  row: typeof products.$inferInsert & { id: string };
  fornecedor_nome: string;
  popularidade: number;
  /** Units that are left in the end; null: whatever selling leaves. */
  estoque_final: number | null;
  criado: Date;
  publicado: boolean;
}

interface ShopOptions {
  usuarioId: string;
  catalog: Catalog;
  opening: Date;
  random: Random;
}

/** The seller's suppliers and products, entered one after the other in the weeks after `opening`. */
export function buildShop(options: ShopOptions): DemoShop {
  const { usuarioId, catalog, opening } = options;
  const suppliers = catalog.suppliers.map((supplier, index) => {
    const criado = new Date(opening.getTime() + index * 20 * 60_000);
    return {
      usuario_id: usuarioId,
      id: newId(criado),
      ...supplier,
      criado_em: criado.toISOString(),
      atualizado_em: criado.toISOString(),
    };
  });
  const ids = suppliers.map(({ id }) => id);
  return {
    suppliers,
    products: catalog.products.map((_, index) => productAt({ ...options, index, ids })),
  };
}

interface Place extends ShopOptions {
  index: number;
  ids: string[];
}

function productAt({ index, usuarioId, catalog, ids, opening, random }: Place): DemoShopProduct {
  const product = catalog.products[index];
  const fornecedor_id = ids[product?.fornecedor ?? -1];
  if (product === undefined || fornecedor_id === undefined) throw new RangeError(`no product ${index}`);
  const { fornecedor, popularidade, ...fields } = product;
  // Most of the catalogue on the first day, the rest as the shop grows.
  const days = index % 3 === 0 ? index * 2 : 0;
  const criado = new Date(opening.getTime() + days * DAY_MS + (3 * 60 + index * 4) * 60_000);
  const publicado = index % UNPUBLISHED_EVERY !== UNPUBLISHED_EVERY - 1;
  return {
    row: {
      usuario_id: usuarioId,
      id: newId(criado),
      fornecedor_id,
      ...fields,
      descricao: `${fields.nome}. Produto novo, com nota fiscal e garantia de 90 dias. Envio em até 2 dias úteis.`,
      estoque: random.between(30, 90),
      imagem_url: getExamplePicture(fields.sku),
      publicado_ml: publicado,
      publicado_amazon: publicado && fields.preco_venda_amazon !== null,
      criado_em: criado.toISOString(),
      atualizado_em: criado.toISOString(),
    },
    fornecedor_nome: catalog.suppliers[fornecedor]?.nome ?? '',
    popularidade,
    estoque_final: LOW_STOCK.get(index) ?? null,
    criado,
    publicado,
  };
}
