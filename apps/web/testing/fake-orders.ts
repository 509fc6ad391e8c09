import { findHold } from '@esteira/domain/orders/order-attention';
import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import {
  ORDER_ACTIONS,
  ORDER_FILTERS,
  ORDER_STATUSES,
  type OrderAction,
  type OrderStatus,
  wrongStatusMessage,
} from '@esteira/domain/orders/order-machine';
import type { LiftAttentionInput, Order, OrderEvent, UndoInput } from '@esteira/validators/orders/order';
import type { BulkResponse, BulkStepInput, ChosenOrders } from '@esteira/validators/orders/order-bulk';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import type { OrderCounts, OrderListInput } from '@esteira/validators/orders/order-list';
import { Refusal } from './fake-server';
import { COUNTS, listOf, ORDER, SUPPLIER, USER } from './samples';

type Filter = Partial<OrderListInput>;

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];

/** So many pending orders of the sample's product, newest first: `o1` is the newest. */
export function createOrders(count: number, fields: Partial<Order> = {}): Order[] {
  return Array.from({ length: count }, (_, index) => ({
    ...ORDER,
    id: `o${index + 1}`,
    ml_order_id: `20009241639571${String(10 + index).padStart(4, '0')}`,
    criado_em: new Date(Date.parse(ORDER.criado_em) - index * 60_000).toISOString(),
    ...fields,
  }));
}

/** A seller's orders, which take steps as those of the server do. Give `answers` to a `FakeServer`. */
export class FakeOrders {
  readonly events: Record<string, OrderEvent[]> = {};
  readonly notes: OrderDetails['notas'] = [];

  erasure: Pick<OrderDetails, 'comprador_apagado_em' | 'nfe_apagada'> = {
    comprador_apagado_em: null,
    nfe_apagada: false,
  };

  readonly all: Order[] = [];

  constructor(orders: readonly Order[]) {
    for (const order of [...orders].reverse()) this.add(order);
  }

  /** A new order, the newest. */
  add(order: Order): void {
    this.all.unshift(order);
    this.note(order.id, null, order.status);
  }

  get statuses(): OrderStatus[] {
    return this.all.map(({ status }) => status);
  }

  find(id: string): Order {
    const order = this.all.find((each) => each.id === id);
    if (order === undefined) throw new Refusal(404, 'Pedido não encontrado');
    return order;
  }

  /** Leads an order on, as the server does for this and every other window. */
  take(id: string, action: OrderAction): Order {
    const order = this.find(id);
    const { from, to } = ORDER_ACTIONS[action];
    if (order.status !== from) throw new Refusal(409, wrongStatusMessage(order.status));
    return this.move(order, to);
  }

  cancel(id: string, motivo: string): Order {
    const cancelled = this.move(this.find(id), 'cancelado');
    Object.assign(this.events[id]?.at(-1) ?? {}, { motivo });
    return cancelled;
  }

  get answers() {
    const steps = ACTIONS.map((action) => [
      `orders.${action}`,
      ({ id }: { id: string }) => this.take(id, action),
    ]);
    return {
      ...(Object.fromEntries(steps) as Record<string, (input: { id: string }) => Order>),
      'orders.list': (filter: Filter) => listOf(...this.select(filter)),
      'orders.counts': (filter: Filter) => this.count(filter),
      'orders.get': ({ id }: { id: string }) => this.find(id),
      'orders.choose': (filter: Filter): ChosenOrders => ({
        itens: this.select(filter).map(({ etiqueta_ml_url, envio, ...order }) => ({
          ...order,
          ...{ tem_etiqueta: etiqueta_ml_url !== null, real: envio !== null },
          retido: findHold(order.atencoes) ?? null,
        })),
        ha_mais: false,
      }),
      'orders.history': ({ id }: { id: string }) => this.events[id] ?? [],
      'orders.details': ({ id }: { id: string }) => this.describe(id),
      'orders.ofSameBuyer': () => ({ itens: [], tem_mais: false }),
      'orders.liftAttention': ({ id, codigo }: LiftAttentionInput) => {
        const order = this.find(id);
        const atencoes = order.atencoes.filter((reason) => reason.codigo !== codigo);
        const lifted = { ...order, atencoes, requer_atencao: atencoes.length > 0 };
        this.all[this.all.indexOf(order)] = lifted;
        return lifted;
      },
      'orders.undo': (input: UndoInput) => this.undo(input),
      'orders.bulk': ({ acao, ids, incluir_atencao }: BulkStepInput) =>
        this.takeMany(ids, (id) => {
          const hold = findHold(this.find(id).atencoes);
          if (hold && !incluir_atencao) throw new Refusal(409, `Requer atenção: ${hold.mensagem}`);
          return this.take(id, ORDER_STEPS[acao]);
        }),
      'orders.undoBulk': ({ ids }: BulkStepInput) =>
        this.takeMany(ids, (id) => this.undo({ id, status: this.find(id).status })),
      'suppliers.list': () => listOf(SUPPLIER),
    };
  }

  private undo({ id, status }: UndoInput): Order {
    const order = this.find(id);
    if (order.status !== status)
      throw new Refusal(409, `Não é mais possível desfazer: o p${wrongStatusMessage(order.status).slice(1)}`);
    return this.move(
      order,
      ACTIONS.map((name) => ORDER_ACTIONS[name]).find(({ to }) => to === status)?.from ?? status,
    );
  }

  private takeMany(ids: string[], move: (id: string) => Order): BulkResponse {
    const resultados = ids.map((id) => {
      try {
        return { id, ok: true, status: move(id).status };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { id, ok: false, status: this.find(id).status, detail: error.detail };
      }
    });
    return { resultados };
  }

  /** Lists hold what they were given: an order that moves is another object. */
  private move(order: Order, to: OrderStatus): Order {
    const moved = { ...order, status: to };
    this.all[this.all.indexOf(order)] = moved;
    this.note(order.id, order.status, to);
    return moved;
  }

  private note(id: string, de: OrderStatus | null, para: OrderStatus): void {
    const events = this.events[id] ?? [];
    this.events[id] = events;
    const event = { id: `${id}-${events.length}`, de, para, criado_em: ORDER.criado_em, motivo: null };
    events.push({ ...event, ator_nome: de === null ? null : USER.nome });
  }

  private describe(id: string): OrderDetails {
    return {
      ...{ pedido: this.find(id), eventos: this.events[id] ?? [], notas: this.notes },
      produto: { id: 'p1', nome: 'Caneca', sku: null, estoque: 98, imagem_url: null },
      ...{ fornecedor: SUPPLIER, mesmo_pacote: [], ...this.erasure },
    };
  }

  private narrow({ busca = '', marketplace, fornecedor_id, de, ate }: Filter): Order[] {
    const words = busca.toLowerCase().split(' ');
    return this.all.filter((order) => {
      const text = `${order.produto_nome} ${order.produto_sku} ${order.ml_order_id}`.toLowerCase();
      return (
        words.every((word) => text.includes(word)) &&
        (marketplace === undefined || order.marketplace === marketplace) &&
        (fornecedor_id === undefined || order.fornecedor_id === fornecedor_id) &&
        (de === undefined || order.criado_em >= de) &&
        (ate === undefined || order.criado_em.slice(0, 10) <= ate)
      );
    });
  }

  /** The orders of a list, as it is narrowed and sorted. */
  select(filter: Filter): Order[] {
    const statuses: readonly OrderStatus[] = filter.status
      ? [filter.status]
      : ORDER_FILTERS[filter.filtro ?? 'todos'].statuses;
    const found = this.narrow(filter).filter(({ status }) => statuses.includes(status));
    if (filter.ordem === 'mais_antigos') return found.reverse();
    if (filter.ordem === 'maior_valor') return found.sort((a, b) => b.preco_venda - a.preco_venda);
    if (filter.ordem === 'maior_lucro') return found.sort((a, b) => b.lucro - a.lucro);
    return found;
  }

  private count(filter: Filter): OrderCounts {
    const found = this.narrow(filter);
    const countOf = (statuses: readonly OrderStatus[]) =>
      found.filter(({ status }) => statuses.includes(status)).length;
    return {
      ...COUNTS,
      todos: found.length,
      pendentes: countOf(ORDER_FILTERS.pendentes.statuses),
      aprovados: countOf(ORDER_FILTERS.aprovados.statuses),
      com_fornecedor: countOf(ORDER_FILTERS.com_fornecedor.statuses),
      por_status: Object.fromEntries(
        ORDER_STATUSES.map((status) => [status, countOf([status])]),
      ) as OrderCounts['por_status'],
      somas: Object.fromEntries(
        ORDER_STATUSES.map((status) => {
          const ofStatus = found.filter((order) => order.status === status);
          const sum = (field: 'preco_venda' | 'lucro') =>
            ofStatus.reduce((cents, order) => cents + Math.round(order[field] * 100), 0) / 100;
          return [status, { valor: sum('preco_venda'), lucro: sum('lucro') }];
        }),
      ) as OrderCounts['somas'],
    };
  }
}
