import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ExternalOrder, MarketplaceAdapter, ShippingState } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';

/** A real marketplace in what the server sees of it: what it holds is said by the test. */
export interface ScriptedMarketplace {
  adapter: MarketplaceAdapter;
  /** Orders by their numbers, as they are read. */
  orders: Map<string, ExternalOrder>;
  /** Parcels by order number; one that is missing is not made yet. */
  parcels: Map<string, ShippingState>;
  missed: string[];
  /** Every call, as its method and order number. */
  calls: string[];
  /** Stands in for single methods. */
  override: Partial<MarketplaceAdapter>;
}

const NO_PARCEL_YET = {
  situacao: 'aguardando_marketplace',
  precisa_nota: false,
  tem_etiqueta: false,
  pode_marcar_enviado: false,
  motivo: 'O envio ainda está sendo criado.',
} as const;

export function createScriptedMarketplace(
  kind: Marketplace,
  clock: () => Date = () => new Date(),
): ScriptedMarketplace {
  const script: ScriptedMarketplace = {
    adapter: createSimulatedAdapter(kind),
    orders: new Map(),
    parcels: new Map(),
    missed: [],
    calls: [],
    override: {},
  };
  const scripted: Partial<MarketplaceAdapter> = {
    modo: 'real',
    readOrder: async (_ctx, numero) => {
      script.calls.push(`readOrder ${numero}`);
      const order = script.orders.get(numero);
      if (order === undefined) throw new AdapterError('not_found', 'Pedido não encontrado.');
      if (order.situacao === 'aguardando_pagamento') return { order, parcel: null };
      const tentar_em = new Date(clock().getTime() + 60_000);
      return { order, parcel: script.parcels.get(numero) ?? { ...NO_PARCEL_YET, tentar_em } };
    },
    listOrdersChangedSince: async (_ctx, { desde, cursor }) => {
      script.calls.push(`listOrdersChangedSince ${desde.toISOString()}`);
      // One order a page, so that pages are walked.
      const changed = [...script.orders.values()].filter(({ atualizado_em }) => atualizado_em >= desde);
      const at = Number(cursor ?? 0);
      const next = at + 1 < changed.length ? String(at + 1) : null;
      return { pedidos: changed.slice(at, at + 1), proximo_cursor: next };
    },
    listMissedOrders: async () => script.missed,
  };
  const simulated = script.adapter;
  script.adapter = new Proxy(simulated, {
    get: (target, name: keyof MarketplaceAdapter) => {
      const value = script.override[name] ?? scripted[name];
      if (value !== undefined) return value;
      const own = target[name];
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  return script;
}
