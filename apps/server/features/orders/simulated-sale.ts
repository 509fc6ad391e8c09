import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import { SIMULATED_DISPATCH_MS } from '@esteira/domain/orders/dispatch-deadline';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { isSimulated } from '@esteira/marketplaces/simulated/adapter';
import type { SaleResponse, SimulateSaleInput } from '@esteira/validators/marketplaces/publication';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError, productNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { adapterContext } from '../connections/calls/adapter-context';
import { readSale } from '../costs/estimates/estimate-sale';
import { getProduct } from '../products/service';
import { drawSellingAccount } from '../publication/listing/listing';
import { inMode } from '../publication/simulated/publication';
import { takeUnits } from './order-stock';
import { blockReasons, recordSale, sellOnce, toLine } from './sale';

/** Order numbers are drawn at random: one that is taken is replaced by another. */
const DRAWS = 5;

/** Makes a sale that no buyer made. Fails with `conflict` where the product is not published there or has too little stock. */
export async function simulateSale(
  deps: Deps,
  actor: Actor,
  { id, marketplace, quantidade }: SimulateSaleInput,
): Promise<SaleResponse> {
  const { usuarioId } = actor;
  const adapter = deps.marketplaces[marketplace];
  if (!isSimulated(adapter)) {
    throw new AppError(
      'conflict',
      `Vendas simuladas não estão disponíveis ${MARKETPLACE_IN[marketplace]} real`,
    );
  }
  if (!isEntityId(id)) throw productNotFound();
  const listing = { usuarioId, produtoId: id, marketplace };
  const contaId = await drawSellingAccount(deps.db, listing);
  const sold = await readSale(deps.db, { ...listing, contaId, units: quantidade, priceCents: null });
  if (sold === null || sold.product.excluido_em !== null) throw productNotFound();
  const { product, facts } = sold;
  const produto = { ...product, preco_centavos: product.preco ?? 0 };
  const purchase = { produto, quantidade, now: deps.clock() };
  const condition = eq(products[PUBLISHED_FIELD[marketplace]], true);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const order = adapter.simulateSale(adapterContext({ usuarioId, contaId }), purchase);
    const pedido = await sellOnce(deps.db, async (tx) => {
      const units = new Map([[product.id, quantidade]]);
      const { taken, short } = await takeUnits(tx, usuarioId, { units, condition });
      if (short.length > 0) throw await whyUnavailable(tx, usuarioId, { id, marketplace });
      return recordSale(tx, {
        ...{ ...actor, marketplace, contaId, numero: order.ml_order_id, taken, facts },
        lines: order.itens.map((item) => toLine(item, product)),
        cliente_nome: order.cliente_nome,
        cliente_endereco: order.cliente_endereco,
        reasons: blockReasons(order),
        dispatchWithinMs: SIMULATED_DISPATCH_MS,
      });
    });
    if (pedido !== null) {
      const message = `Venda simulada ${MARKETPLACE_IN[marketplace]}! Pedido #${order.ml_order_id}`;
      return { message: inMode(adapter, message), pedido };
    }
  }
  throw new Error(`${DRAWS} drawn order numbers in a row were taken`);
}

/** The product as it is now tells why its stock was not taken. */
async function whyUnavailable(
  tx: Database,
  usuarioId: string,
  { id, marketplace }: Pick<SimulateSaleInput, 'id' | 'marketplace'>,
): Promise<AppError> {
  const product = await getProduct(tx, usuarioId, id);
  if (product[PUBLISHED_FIELD[marketplace]]) return new AppError('conflict', 'Estoque insuficiente');
  return new AppError('conflict', `Produto não está publicado ${MARKETPLACE_IN[marketplace]}`);
}
