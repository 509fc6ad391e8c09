import { centsAt, dateAt, listAt, numberAt, textAt } from '../../http/json';
import type { ExternalOrder, ExternalOrderItem, ExternalOrderStatus } from '../../port';
import type { ParsedShipment } from '../shipping/parse-shipment';

/** Order statuses; only `paid` may be fulfilled. An unknown one waits. */
const STATUSES: Readonly<Record<string, ExternalOrderStatus>> = {
  confirmed: 'aguardando_pagamento',
  payment_required: 'aguardando_pagamento',
  payment_in_process: 'aguardando_pagamento',
  partially_paid: 'aguardando_pagamento',
  paid: 'pago',
  partially_refunded: 'pago',
  pending_cancel: 'pago',
  cancelled: 'cancelado',
  invalid: 'cancelado',
};

const FRAUD = 'O Mercado Livre suspeita de fraude neste pedido: não envie.';
const CANCELLING = 'O cancelamento deste pedido está em andamento no Mercado Livre: não envie.';

/** What the shipping calls need of an order. */
export type OrderShipping = {
  envio_id: string | null;
  situacao: ExternalOrderStatus;
  motivo_bloqueio: string | null;
  /** Sold without Mercado Envios: buyer and seller arrange the delivery, and there is no shipment. */
  sem_envio: boolean;
  /** When the order itself last changed. */
  mudou_em: Date | null;
};

/** The parts of an order that decide about its parcel. */
export function parseOrderShipping(order: unknown): OrderShipping {
  const situacao = STATUSES[textAt(order, 'status') ?? ''] ?? 'aguardando_pagamento';
  return {
    envio_id: textAt(order, 'shipping', 'id'),
    situacao,
    // The tag stays on an order that was cancelled for it.
    motivo_bloqueio: situacao === 'cancelado' ? null : findBlock(order),
    sem_envio: listAt(order, 'tags').includes('no_shipping'),
    mudou_em: findLastChange(order),
  };
}

function findLastChange(order: unknown): Date | null {
  return dateAt(order, 'last_updated') ?? dateAt(order, 'date_last_updated') ?? dateAt(order, 'date_created');
}

/**
 * An order of Mercado Livre as the port shows it. Null while parts are missing that it cannot be without (a
 * partial answer, 206).
 */
export function parseOrder(order: unknown, envio: ParsedShipment | null): ExternalOrder | null {
  const ml_order_id = textAt(order, 'id');
  const criado_em = dateAt(order, 'date_created');
  const lines = listAt(order, 'order_items').map(parseItem);
  const left = lines.filter((item) => item === null || item.quantidade > 0);
  const itens = left.length > 0 ? left : lines.map((item) => item && { ...item, quantidade: 1 });
  if (!ml_order_id || !criado_em || itens.length === 0 || itens.includes(null)) return null;
  const changed = findLastChange(order) ?? criado_em;
  const shipping = parseOrderShipping(order);
  // Every item was cancelled: the order itself may say so later.
  const situacao = left.length === 0 ? 'cancelado' : withShipment(shipping.situacao, envio);
  const enviado_pelo_marketplace = envio?.logistica === 'full';
  return {
    marketplace: 'mercadolivre',
    ml_order_id,
    situacao,
    itens: itens.filter((item) => item !== null),
    cliente_nome: envio?.destinatario ?? toBuyerName(order),
    cliente_endereco: envio?.endereco ?? null,
    motivo_bloqueio: enviado_pelo_marketplace || situacao === 'cancelado' ? null : shipping.motivo_bloqueio,
    enviado_pelo_marketplace,
    pacote_id: textAt(order, 'pack_id'),
    criado_em,
    // The order itself keeps its date when only its parcel moved.
    ...(envio?.atualizado_em && envio.atualizado_em > changed
      ? { atualizado_em: envio.atualizado_em, itens_mudaram_em: changed }
      : { atualizado_em: changed }),
  };
}

function parseItem(line: unknown): ExternalOrderItem | null {
  const id_externo = textAt(line, 'item', 'id');
  const quantidade = numberAt(line, 'quantity');
  const preco_unitario_centavos = centsAt(line, 'unit_price');
  if (!id_externo || quantidade === null || preco_unitario_centavos === null) return null;
  const variacao_externa = textAt(line, 'item', 'variation_id');
  return {
    id_externo,
    ...(variacao_externa !== null && { variacao_externa }),
    sku: textAt(line, 'item', 'seller_sku') ?? textAt(line, 'item', 'seller_custom_field'),
    titulo: textAt(line, 'item', 'title') ?? id_externo,
    quantidade,
    preco_unitario_centavos,
  };
}

function findBlock(order: unknown): string | null {
  if (listAt(order, 'tags').includes('fraud_risk_detected')) return FRAUD;
  return textAt(order, 'status') === 'pending_cancel' ? CANCELLING : null;
}

/** Only a paid order moves on with its parcel: a cancelled one stays cancelled whatever the carrier does. */
function withShipment(situacao: ExternalOrderStatus, envio: ParsedShipment | null): ExternalOrderStatus {
  if (situacao !== 'pago' || !envio) return situacao;
  if (envio.situacao === 'entregue') return 'entregue';
  return envio.situacao === 'enviado' ? 'enviado' : situacao;
}

function toBuyerName(order: unknown): string | null {
  const parts = [textAt(order, 'buyer', 'first_name'), textAt(order, 'buyer', 'last_name')];
  return parts.filter((part) => part !== null).join(' ') || null;
}
