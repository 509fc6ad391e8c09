import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import { SIMULATED_DISPATCH_MS } from '@esteira/domain/orders/dispatch-deadline';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { isSimulated } from '@esteira/marketplaces/simulated/adapter';
import type { SaleResponse, SimulateSaleInput } from '@esteira/validators/marketplaces/publication';
import type { Product } from '@esteira/validators/products/product';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError, productNotFound } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { adapterContext } from '../connections/calls/adapter-context';
import { readSale } from '../costs/estimates/estimate-sale';
import { getProduct } from '../products/service';
import { inMode } from '../publication/simulated/publication';
import { blockReasons, recordSale } from './sale';

/** Order numbers are drawn at random: one that is taken is replaced by another. */
const DRAWS = 5;

/** Makes a sale that no buyer made: the order is recorded and the stock taken in one statement. */
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
  const question = { usuarioId, produtoId: id, marketplace, units: quantidade, priceCents: null };
  const sale = isEntityId(id) ? await readSale(deps.db, question) : null;
  if (sale === null || sale.product.excluido_em !== null) throw productNotFound();
  const { product, estimate } = sale;
  const produto = { ...product, preco_centavos: product.preco ?? 0 };
  const purchase = { produto, quantidade, now: deps.clock() };
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const order = adapter.simulateSale(adapterContext(usuarioId), purchase);
    const result = await recordSale(deps.db, {
      ...actor,
      marketplace,
      numero: order.ml_order_id,
      produtoId: product.id,
      quantidade,
      precoUnitario: null,
      cliente_nome: order.cliente_nome,
      cliente_endereco: order.cliente_endereco,
      atencoes: blockReasons(order),
      dispatchWithinMs: SIMULATED_DISPATCH_MS,
      exigirPublicado: true,
      estimate,
    });
    if (result.kind === 'unavailable') throw await whyUnavailable(deps, usuarioId, { id, marketplace });
    if (result.kind === 'recorded') {
      const message = `Venda simulada ${MARKETPLACE_IN[marketplace]}! Pedido #${order.ml_order_id}`;
      return { message: inMode(adapter, message), pedido: result.pedidoId };
    }
  }
  throw new Error(`${DRAWS} drawn order numbers in a row were taken`);
}

/** The sale's WHERE matched nothing: the product as it is now tells why. */
async function whyUnavailable(
  deps: Deps,
  usuarioId: string,
  { id, marketplace }: Pick<SimulateSaleInput, 'id' | 'marketplace'>,
): Promise<AppError> {
  const product: Product = await getProduct(deps.db, usuarioId, id);
  if (product[PUBLISHED_FIELD[marketplace]]) return new AppError('conflict', 'Estoque insuficiente');
  return new AppError('conflict', `Produto não está publicado ${MARKETPLACE_IN[marketplace]}`);
}
