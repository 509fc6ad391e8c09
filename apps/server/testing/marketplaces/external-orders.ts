import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ExternalOrder, MissedOrder, OrderReading, ShippingState } from '@esteira/marketplaces/port';
import { unique } from '../makers';
import { InstrumentedAdapter } from './instrumented-adapter';

/** A paid order of one unit of one listing; what the test needs otherwise comes in `fields`. */
export function externalOrder(
  marketplace: Marketplace,
  fields: Partial<ExternalOrder> & { listing?: string; units?: number } = {},
): ExternalOrder {
  const { listing = 'MLB1', units = 1, ...rest } = fields;
  const now = new Date();
  return {
    marketplace,
    ml_order_id: unique('2000').replace(/\D/g, ''),
    situacao: 'pago',
    itens: [
      {
        id_externo: listing,
        sku: null,
        titulo: 'Item',
        quantidade: units,
        preco_unitario_centavos: 5_000,
      },
    ],
    cliente_nome: 'Comprador',
    cliente_endereco: 'Rua A, 1',
    motivo_bloqueio: null,
    enviado_pelo_marketplace: false,
    pacote_id: null,
    criado_em: now,
    atualizado_em: now,
    ...rest,
  };
}

export const makeParcel = (fields: Partial<ShippingState> = {}): ShippingState => ({
  situacao: 'etiqueta_pronta',
  precisa_nota: false,
  tem_etiqueta: true,
  pode_marcar_enviado: false,
  motivo: null,
  tentar_em: null,
  ...fields,
});

/** What a marketplace holds, as the test puts it there. */
interface HeldOrders {
  /** By their numbers, as they are read. */
  orders: Map<string, ExternalOrder>;
  /** By order number; one that is missing is not made yet. */
  parcels: Map<string, ShippingState>;
  /** Orders that could not be announced. */
  missed: MissedOrder[];
}

export type MarketWithOrders = InstrumentedAdapter & HeldOrders;

export function createMarketWithOrders(kind: Marketplace): MarketWithOrders {
  const held: HeldOrders = { orders: new Map(), parcels: new Map(), missed: [] };
  const market = new InstrumentedAdapter(kind, {
    answers: {
      readOrder: async (_ctx, numero) => readHeldOrder(held, numero),
      listOrdersChangedSince: async (_ctx, { desde, cursor }) => {
        // One order a page, so that pages are walked.
        const changed = [...held.orders.values()].filter(({ atualizado_em }) => atualizado_em >= desde);
        const at = Number(cursor ?? 0);
        const next = at + 1 < changed.length ? String(at + 1) : null;
        return { pedidos: changed.slice(at, at + 1), proximo_cursor: next };
      },
      listMissedOrders: async () => held.missed,
    },
  });
  return Object.assign(market, held);
}

function readHeldOrder({ orders, parcels }: HeldOrders, numero: string): OrderReading {
  const order = orders.get(numero);
  if (order === undefined) throw new AdapterError('not_found', 'Pedido não encontrado.');
  if (order.situacao === 'aguardando_pagamento') return { order, parcel: null };
  const notMade = makeParcel({
    situacao: 'aguardando_marketplace',
    tem_etiqueta: false,
    motivo: 'O envio ainda está sendo criado.',
    tentar_em: new Date(Date.now() + 60_000),
  });
  return { order, parcel: parcels.get(numero) ?? notMade };
}
