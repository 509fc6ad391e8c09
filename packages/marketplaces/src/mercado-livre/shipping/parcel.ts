import { AdapterError } from '../../adapter-error';
import { requireNfe } from '../../nfe';
import type {
  AdapterContext,
  InvoiceResult,
  LabelResult,
  OrderReading,
  OrderRef,
  Shipment,
  ShippingState,
  ShipResult,
} from '../../port';
import type { MercadoLivreApi } from '../client';
import { readRefusal, refusalError } from '../errors';
import type { Orders } from '../orders/orders';
import { type OrderShipping, readOrder, readOrderShipping } from '../orders/parse-order';
import { sendInvoice } from './invoice';
import { fetchLabel, LABEL_RETRY_MS, notYet } from './label';
import type { ShipmentReading } from './parse-parcel';

/** An order with its parcel; `envio` is null where buyer and seller arrange the delivery themselves. */
type Parcel = { pedido: OrderShipping; envio: ShipmentReading | null };

/** How soon a shipment is looked for again that is not there yet. */
const SHIPMENT_RETRY_MS = 60_000;

/** Stages in which a later look may bring something new for the label. */
const WAITING = new Set(['aguardando_marketplace', 'aguardando_nota']);

/** A label's way: where the parcel stands, the NF-e that opens it, the label itself, and telling that it left. */
export class Shipping {
  readonly #api: MercadoLivreApi;
  readonly #orders: Orders;

  constructor(api: MercadoLivreApi, orders: Orders) {
    this.#api = api;
    this.#orders = orders;
  }

  async readOrder(ctx: AdapterContext, ml_order_id: string): Promise<OrderReading> {
    const raw = await this.#orders.raw(ctx, ml_order_id);
    const pedido = readOrderShipping(raw);
    // The address is hidden until the payment is confirmed.
    const isPaid = pedido.situacao !== 'aguardando_pagamento';
    const found = isPaid && pedido.envio_id ? await this.#findShipment(ctx, pedido.envio_id) : null;
    const envio = found instanceof AdapterError ? null : found;
    const order = readOrder(raw, envio);
    if (!order) throw new AdapterError('not_ready', 'O Mercado Livre ainda está registrando este pedido.');
    if (!isPaid) return { order, parcel: null };
    if (envio || pedido.sem_envio || pedido.situacao === 'cancelado') {
      return { order, parcel: this.#stateOf({ pedido, envio }) };
    }
    return { order, parcel: this.#missing(pedido, found instanceof AdapterError ? found : notThereYet()) };
  }

  /** The shipment, or why it is not shown: it is not there yet, or the account may not read it. */
  async #findShipment(ctx: AdapterContext, id: string): Promise<ShipmentReading | AdapterError> {
    try {
      return await this.#orders.shipment(ctx, id);
    } catch (error) {
      if (error instanceof AdapterError && ['not_ready', 'forbidden'].includes(error.kind)) return error;
      throw error;
    }
  }

  #missing({ motivo_bloqueio }: OrderShipping, reason: AdapterError): ShippingState {
    const soon = new Date(this.#api.clock().getTime() + SHIPMENT_RETRY_MS);
    return {
      situacao: 'aguardando_marketplace',
      precisa_nota: false,
      tem_etiqueta: false,
      pode_marcar_enviado: false,
      motivo: motivo_bloqueio ?? reason.message,
      tentar_em: reason.kind === 'not_ready' ? soon : null,
    };
  }

  async submitInvoice(ctx: AdapterContext, pedido: OrderRef, nfe_xml: string): Promise<InvoiceResult> {
    const chave = requireNfe(nfe_xml);
    const { envio } = await this.#parcel(ctx, pedido);
    return envio ? sendInvoice(this.#api, ctx, { envio, chave, nfe_xml }) : { status: 'not_required' };
  }

  async label(ctx: AdapterContext, pedido: OrderRef): Promise<LabelResult> {
    try {
      const parcel = await this.#parcel(ctx, pedido);
      const { tem_etiqueta, motivo, tentar_em } = this.#stateOf(parcel);
      if (tem_etiqueta && parcel.envio) return await fetchLabel(this.#api, ctx, parcel.envio);
      return notYet(motivo ?? 'Este envio não usa o Mercado Envios: não há etiqueta a imprimir.', tentar_em);
    } catch (error) {
      if (!(error instanceof AdapterError) || error.kind !== 'not_ready') throw error;
      return notYet(error.message, this.#later());
    }
  }

  /** Only where the seller's own carrier brings it: elsewhere the scan decides (marketplaces.md §1.10). */
  async markShipped(ctx: AdapterContext, pedido: OrderRef, dados: Shipment): Promise<ShipResult> {
    const { envio } = await this.#parcel(ctx, pedido);
    // Without a shipment Mercado Livre has no place to be told; what the seller says counts.
    if (!envio) return 'not_shown';
    if (envio.logistica !== 'proprio') return 'observed_by_marketplace';
    if (envio.situacao !== 'envio_proprio') return 'done';
    const answer = await this.#api.ask(ctx, 'ml.shipments.notify', {
      method: 'POST',
      path: `/shipments/${envio.id}/seller_notifications`,
      body: {
        json: {
          status: 'shipped',
          substatus: null,
          tracking_number: dados.codigo_rastreio,
          comment: dados.transportadora ?? '',
          date: this.#api.clock().toISOString(),
        },
      },
    });
    if (answer.status >= 300) throw refusalError(readRefusal(answer));
    return 'done';
  }

  async #parcel(ctx: AdapterContext, { ml_order_id }: OrderRef): Promise<Parcel> {
    const pedido = readOrderShipping(await this.#orders.raw(ctx, ml_order_id));
    if (pedido.envio_id) return { pedido, envio: await this.#orders.shipment(ctx, pedido.envio_id) };
    if (pedido.sem_envio) return { pedido, envio: null };
    throw notThereYet();
  }

  #stateOf({ pedido, envio }: Parcel): ShippingState {
    const situacao = pedido.situacao === 'cancelado' ? 'cancelado' : (envio?.situacao ?? 'envio_proprio');
    const held = pedido.motivo_bloqueio ?? cancelledReason(pedido);
    return {
      situacao,
      precisa_nota: situacao === 'aguardando_nota' && held === null,
      tem_etiqueta: held === null && (envio?.tem_etiqueta ?? false),
      pode_marcar_enviado: held === null && situacao === 'envio_proprio',
      motivo: held ?? envio?.motivo ?? null,
      tentar_em: held === null && WAITING.has(situacao) ? (this.#released(envio) ?? this.#later()) : null,
      ...(envio ? { envio_id: envio.id } : {}),
    };
  }

  /** The end of the buffering, unless it is past: then the label should come any moment. */
  #released(envio: ShipmentReading | null): Date | null {
    return envio?.liberado_em && envio.liberado_em > this.#api.clock() ? envio.liberado_em : null;
  }

  #later(): Date {
    return new Date(this.#api.clock().getTime() + LABEL_RETRY_MS);
  }
}

/** For some seconds after the payment there is no shipment. */
function notThereYet(): AdapterError {
  return new AdapterError('not_ready', 'O Mercado Livre ainda está criando o envio deste pedido.');
}

function cancelledReason({ situacao }: OrderShipping): string | null {
  return situacao === 'cancelado' ? 'O pedido foi cancelado no Mercado Livre.' : null;
}
