import { randomInt } from 'node:crypto';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '../adapter-error';
import { requireNfe, requirePrice, requireStock } from '../checks';
import type {
  AdapterContext,
  ChangedOrders,
  FeeQuestion,
  FeeQuote,
  InvoiceResult,
  LabelRequest,
  LabelResult,
  ListingProduct,
  ListingRef,
  ListingState,
  MarketplaceAdapter,
  MissedOrder,
  OrderCharges,
  OrderReading,
  OrderRef,
  PriceResult,
  PublishResult,
  Shipment,
  ShippingState,
  ShipResult,
} from '../port';
import type { RandomInt } from './buyers';
import { describeLabel } from './drawn-label';
import { isListingId, makeListingId, missingAttribute, toRefusals, toWarnings } from './listing-rules';
import { memoryKey, type SimulatedMemory } from './memory';
import { drawSale, type SaleInput, type SimulatedSale } from './sale';
import { failOn, type Sentinel, sentinelIn } from './sentinels';

/** Injected so that tests decide time and chance; the defaults are the real clock and node:crypto. */
export type SimulatedOptions = {
  clock?: () => Date;
  random?: RandomInt;
  memory?: SimulatedMemory;
};

/** A marketplace adapter that can also make the sale that no buyer made. */
export interface SimulatedAdapter extends MarketplaceAdapter {
  readonly modo: 'simulado';

  /**
   * The order that a purchase of the product would make, paid at `now`. It changes nothing by itself and
   * ignores the sentinels that fail, so that an order for each of them can exist.
   * @throws AdapterError `validation` unless `quantidade` is a whole number of at least 1.
   */
  simulateSale(ctx: AdapterContext, venda: SaleInput): SimulatedSale;
}

const LABEL_IN_THE_MAKING = 'O marketplace ainda está gerando a etiqueta.';

/** How long after its order a label with SIM-ETIQUETA-PENDENTE is not ready. */
export const LABEL_WAIT_MS = 10 * 60_000;

/** On Mercado Livre the carrier's scan says that a parcel is under way; on Amazon the seller may. */
const MARKS_SHIPPED = { mercadolivre: false, amazon: true } as const satisfies Record<Marketplace, boolean>;

/**
 * A simulated marketplace. It follows the port as a real one does, refuses what that refuses, and fails on
 * purpose on sentinel inputs (docs/sentinels.md). Without `options.memory` it keeps no state: a listing is
 * recognised by its id alone and reads as live with unknown price and stock.
 */
export function createSimulatedAdapter(kind: Marketplace, options: SimulatedOptions = {}): SimulatedAdapter {
  return new SimulatedMarketplace(kind, options);
}

/** Whether sales can be simulated on this adapter. */
export function isSimulated(adapter: MarketplaceAdapter): adapter is SimulatedAdapter {
  return adapter instanceof SimulatedMarketplace;
}

class SimulatedMarketplace implements SimulatedAdapter {
  readonly modo = 'simulado';
  readonly #clock: () => Date;
  readonly #random: RandomInt;
  readonly #memory: SimulatedMemory | null;

  constructor(
    readonly kind: Marketplace,
    options: SimulatedOptions,
  ) {
    this.#clock = options.clock ?? (() => new Date());
    this.#random = options.random ?? ((max) => randomInt(max));
    this.#memory = options.memory ?? null;
  }

  async publish(ctx: AdapterContext, produto: ListingProduct): Promise<PublishResult> {
    const sentinel = await this.#begin(ctx, produto.sku, produto.nome);
    const motivos = toRefusals(this.kind, produto);
    if (motivos.length > 0) return { status: 'rejected', motivos };
    const status = isAsynchronous(sentinel) ? 'processing' : 'live';
    const id_externo = makeListingId(this.kind, produto.id);
    if (sentinel === 'SIM-JA-EXISTE' && produto.id_externo !== id_externo) {
      return { status: 'already_exists', id_externo: makeListingId(this.kind, 'made elsewhere') };
    }
    this.#memory?.listings.set(memoryKey(ctx, id_externo), {
      ...unknownListing(id_externo),
      status,
      preco_centavos: produto.preco_centavos,
      estoque: produto.estoque,
    });
    const avisos = toWarnings(this.kind, produto);
    return status === 'live' ? { status, id_externo, url: null, avisos } : { status, id_externo, avisos };
  }

  async getListing(ctx: AdapterContext, anuncio: ListingRef): Promise<ListingState> {
    const sentinel = await this.#begin(ctx, anuncio.sku, anuncio.nome);
    const state = this.#find(ctx, anuncio);
    if (this.#memory && state.status !== 'processing') return state;
    if (sentinel === 'SIM-PROCESSANDO-SEMPRE') return { ...state, status: 'processing' };
    if (sentinel !== 'SIM-RECUSAR-DEPOIS') return { ...state, status: 'live' };
    return { ...state, status: 'rejected', motivos: [missingAttribute(this.kind)] };
  }

  async pause(ctx: AdapterContext, anuncio: ListingRef): Promise<void> {
    await this.#change(ctx, anuncio, { status: 'paused' });
  }

  async close(ctx: AdapterContext, anuncio: ListingRef): Promise<void> {
    try {
      await this.#change(ctx, anuncio, { status: 'closed' });
    } catch (error) {
      const gone = error instanceof AdapterError && (error.kind === 'not_found' || error.kind === 'conflict');
      if (!gone || sentinelIn(anuncio.sku, anuncio.nome) === 'SIM-CONFLITO') throw error;
    }
  }

  async updateStock(ctx: AdapterContext, anuncio: ListingRef, estoque: number): Promise<null> {
    requireStock(estoque);
    await this.#change(ctx, anuncio, { estoque });
    return null;
  }

  async updatePrice(ctx: AdapterContext, anuncio: ListingRef, preco_centavos: number): Promise<PriceResult> {
    requirePrice(preco_centavos);
    if (sentinelIn(anuncio.sku, anuncio.nome) === 'SIM-PRECO-AUTOMATICO') {
      await this.#change(ctx, anuncio, {});
      return 'managed_by_marketplace';
    }
    await this.#change(ctx, anuncio, { preco_centavos });
    return 'done';
  }

  async listOrdersChangedSince(
    ctx: AdapterContext,
    consulta: { desde: Date; cursor?: string | null },
  ): Promise<ChangedOrders> {
    await this.#begin(ctx);
    const mine = [...(this.#memory?.orders ?? [])].filter(([key]) => key.startsWith(memoryKey(ctx, '')));
    const pedidos = mine
      .map(([, { ml_order_id, atualizado_em }]) => ({ ml_order_id, atualizado_em }))
      .filter(({ atualizado_em }) => atualizado_em >= consulta.desde);
    return { pedidos, proximo_cursor: null };
  }

  async readOrder(ctx: AdapterContext, ml_order_id: string): Promise<OrderReading> {
    await this.#begin(ctx, ml_order_id);
    const order = this.#memory?.orders.get(memoryKey(ctx, ml_order_id));
    if (!order) throw new AdapterError('not_found', 'Pedido não encontrado no marketplace.');
    const [item] = order.itens;
    return { order, parcel: this.#makeParcel(sentinelIn(item?.sku ?? null, item?.titulo ?? null)) };
  }

  async listMissedOrders(ctx: AdapterContext): Promise<MissedOrder[]> {
    await this.#begin(ctx);
    return [];
  }

  /** Nothing: a simulated sale has no charged fees, so the estimate of the rules stays. */
  async readCharges(ctx: AdapterContext, ml_order_id: string): Promise<OrderCharges> {
    await this.#begin(ctx, ml_order_id);
    return { charges: [], freight: null };
  }

  /** Nothing either: no account is charged here, and the rules are not an account's word. */
  async quoteFees(ctx: AdapterContext, { nome, preco_centavos }: FeeQuestion): Promise<FeeQuote> {
    requirePrice(preco_centavos);
    await this.#begin(ctx, nome);
    return { fromCents: preco_centavos, toCents: preco_centavos, fees: [], gaps: [] };
  }

  #makeParcel(sentinel: Sentinel | null): ShippingState {
    const waits = sentinel === 'SIM-ETIQUETA-PENDENTE';
    return {
      situacao: waits ? 'aguardando_marketplace' : 'etiqueta_pronta',
      precisa_nota: false,
      tem_etiqueta: !waits,
      pode_marcar_enviado: MARKS_SHIPPED[this.kind],
      motivo: waits ? LABEL_IN_THE_MAKING : null,
      tentar_em: null,
    };
  }

  async submitInvoice(ctx: AdapterContext, pedido: OrderRef, nfe_xml: string): Promise<InvoiceResult> {
    const sentinel = await this.#begin(ctx, pedido.sku, pedido.produto_nome);
    requireNfe(nfe_xml);
    if (sentinel !== 'SIM-NOTA-RECUSADA') return { status: 'accepted' };
    return { status: 'error', motivo: 'A NF-e foi recusada: o CNPJ do emitente não é o da conta.' };
  }

  async getLabel(ctx: AdapterContext, pedido: LabelRequest): Promise<LabelResult> {
    const sentinel = await this.#begin(ctx, pedido.sku, pedido.produto_nome);
    const readyAt = new Date(pedido.criado_em.getTime() + LABEL_WAIT_MS);
    if (sentinel === 'SIM-ETIQUETA-PENDENTE' && this.#clock() < readyAt) {
      return { ready: false, motivo: LABEL_IN_THE_MAKING, tentar_em: readyAt };
    }
    return { ready: true, ...describeLabel({ ...pedido, marketplace: this.kind }) };
  }

  async markShipped(ctx: AdapterContext, pedido: OrderRef, _envio: Shipment): Promise<ShipResult> {
    await this.#begin(ctx, pedido.sku, pedido.produto_nome);
    return MARKS_SHIPPED[this.kind] ? 'done' : 'observed_by_marketplace';
  }

  simulateSale(ctx: AdapterContext, venda: SaleInput): SimulatedSale {
    const order = drawSale(this.kind, venda, this.#random);
    this.#memory?.orders.set(memoryKey(ctx, order.ml_order_id), order);
    return order;
  }

  /** What each call does first: obey an abort, find the sentinel in what the call is about, fail on it. */
  async #begin(ctx: AdapterContext, ...texts: (string | null)[]): Promise<Sentinel | null> {
    const sentinel = sentinelIn(...texts);
    if (sentinel === 'SIM-SEM-RESPOSTA') await aborted(ctx.signal);
    if (ctx.signal?.aborted || sentinel === 'SIM-SEM-RESPOSTA') {
      throw new AdapterError('upstream_unavailable', 'O marketplace não respondeu a tempo.');
    }
    failOn(sentinel, this.#clock());
    return sentinel;
  }

  #find(ctx: AdapterContext, anuncio: ListingRef): ListingState {
    const known = isListingId(this.kind, anuncio.id_externo);
    const state = this.#memory
      ? this.#memory.listings.get(memoryKey(ctx, anuncio.id_externo))
      : unknownListing(anuncio.id_externo);
    if (!known || !state) throw new AdapterError('not_found', 'Anúncio não encontrado no marketplace.');
    return state;
  }

  async #change(ctx: AdapterContext, anuncio: ListingRef, changes: Partial<ListingState>): Promise<void> {
    await this.#begin(ctx, anuncio.sku, anuncio.nome);
    const state = this.#find(ctx, anuncio);
    if (state.status === 'closed')
      throw new AdapterError('conflict', 'O anúncio foi encerrado no marketplace.');
    this.#memory?.listings.set(memoryKey(ctx, anuncio.id_externo), withStockStatus({ ...state, ...changes }));
  }
}

function isAsynchronous(sentinel: Sentinel | null): boolean {
  return (
    sentinel === 'SIM-PROCESSANDO' ||
    sentinel === 'SIM-PROCESSANDO-SEMPRE' ||
    sentinel === 'SIM-RECUSAR-DEPOIS'
  );
}

function unknownListing(id_externo: string): ListingState {
  return { id_externo, status: 'live', preco_centavos: null, estoque: null, url: null, motivos: [] };
}

/** Zero stock takes a live listing off sale and stock brings it back, as on both marketplaces. */
function withStockStatus(state: ListingState): ListingState {
  if (state.status === 'live' && state.estoque === 0) return { ...state, status: 'out_of_stock' };
  if (state.status === 'out_of_stock' && state.estoque !== 0) return { ...state, status: 'live' };
  return state;
}

/** Waits until the caller gives up; a caller that never does is answered at once. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (!signal || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
