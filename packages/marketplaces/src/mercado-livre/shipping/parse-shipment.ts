import { formatDate } from '@esteira/domain/calendar';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import { at, dateAt, shownTextAt, textAt } from '../../http/json';

/** How a parcel travels. `full`: Mercado Livre sends it from its own warehouse. `proprio`: the seller's carrier. */
export type Logistics = 'mercado_envios' | 'full' | 'proprio';

/** A shipment, whichever shape it was answered in. */
export type ParsedShipment = {
  id: string;
  situacao: ShippingStage;
  logistica: Logistics;
  /** The label is there, or may be: then only asking for it tells. */
  tem_etiqueta: boolean;
  /** Why there is no label, as a Portuguese sentence; null when there is one. */
  motivo: string | null;
  /** Until when Mercado Livre holds the shipment back (buffering); UTC. */
  liberado_em: Date | null;
  /** Until when the seller must hand it over; null where that is not told, or Mercado Livre sends it. */
  despachar_ate: Date | null;
  destinatario: string | null;
  endereco: string | null;
  atualizado_em: Date | null;
};

type Stage = readonly [situacao: ShippingStage, tem_etiqueta: boolean, motivo: string | null];

const IN_PREPARATION = 'O Mercado Livre ainda está preparando a etiqueta.';
const HANDED_OVER = 'A transportadora já recebeu o pacote.';
const INVOICE: Stage = [
  'aguardando_nota',
  false,
  'O Mercado Livre espera a NF-e deste pedido para liberar a etiqueta.',
];
const TAKEN: Stage = ['coletado', false, HANDED_OVER];

/** By `status/substatus`; `status/*` is for the rest, so that an unknown substatus never throws. */
const STAGES: Readonly<Record<string, Stage>> = {
  'pending/*': ['aguardando_marketplace', false, IN_PREPARATION],
  'pending/buffered': [
    'aguardando_marketplace',
    false,
    'O Mercado Livre só libera a etiqueta mais perto do envio.',
  ],
  'handling/*': ['aguardando_marketplace', false, IN_PREPARATION],
  'handling/invoice_pending': INVOICE,
  'ready_to_ship/*': ['etiqueta_impressa', true, null],
  'ready_to_ship/invoice_pending': INVOICE,
  'ready_to_ship/ready_to_print': ['etiqueta_pronta', true, null],
  'ready_to_ship/printed': ['etiqueta_impressa', true, null],
  'ready_to_ship/picked_up': TAKEN,
  'ready_to_ship/dropped_off': TAKEN,
  'ready_to_ship/in_hub': TAKEN,
  'ready_to_ship/in_packing_list': TAKEN,
  'ready_to_ship/authorized_by_carrier': TAKEN,
  'shipped/*': ['enviado', false, 'O pacote já está a caminho.'],
  'delivered/*': ['entregue', false, 'O pacote já foi entregue.'],
  'not_delivered/*': ['devolvido', false, 'A entrega não foi feita e o pacote volta para o remetente.'],
  'cancelled/*': ['cancelado', false, 'O envio foi cancelado no Mercado Livre.'],
  'cancelled/pack_splitted': [
    'aguardando_marketplace',
    false,
    'O Mercado Livre dividiu o pacote e ainda está criando o novo envio.',
  ],
};

const UNKNOWN: Stage = ['aguardando_marketplace', false, IN_PREPARATION];

/** Reads a shipment in the new shape (`x-format-new`) or the old one; null when it is none. */
export function parseShipment(shipment: unknown): ParsedShipment | null {
  const id = textAt(shipment, 'id');
  const status = textAt(shipment, 'status');
  if (!id || !status) return null;
  const stage = STAGES[`${status}/${textAt(shipment, 'substatus')}`] ?? STAGES[`${status}/*`] ?? UNKNOWN;
  const liberado_em =
    dateAt(shipment, 'buffering', 'date') ?? dateAt(shipment, 'lead_time', 'buffering', 'date');
  const address = at(shipment, 'destination', 'shipping_address') ?? at(shipment, 'receiver_address');
  const logistics = toLogistics(shipment);
  return {
    id,
    ...toStage(withReleaseDate(stage, liberado_em), logistics),
    liberado_em,
    despachar_ate: logistics === 'full' ? null : findHandlingLimit(shipment),
    destinatario:
      shownTextAt(shipment, 'destination', 'receiver_name') ??
      shownTextAt(shipment, 'receiver_address', 'receiver_name'),
    endereco: toAddressLine(address),
    atualizado_em: dateAt(shipment, 'last_updated'),
  };
}

/** In the new shape, or the old one. */
function findHandlingLimit(shipment: unknown): Date | null {
  const limit = 'estimated_handling_limit';
  return dateAt(shipment, 'lead_time', limit, 'date') ?? dateAt(shipment, 'shipping_option', limit, 'date');
}

/** Tells until when the marketplace holds the shipment back, where it said so. */
function withReleaseDate([situacao, tem_etiqueta, motivo]: Stage, liberado_em: Date | null): Stage {
  if (situacao !== 'aguardando_marketplace' || !liberado_em) return [situacao, tem_etiqueta, motivo];
  return [situacao, tem_etiqueta, `O Mercado Livre libera a etiqueta em ${formatDate(liberado_em)}.`];
}

function toLogistics(shipment: unknown): Logistics {
  const type = textAt(shipment, 'logistic', 'type') ?? textAt(shipment, 'logistic_type');
  const mode = textAt(shipment, 'logistic', 'mode') ?? textAt(shipment, 'mode');
  if (type === 'fulfillment') return 'full';
  return mode === null || mode === 'me2' ? 'mercado_envios' : 'proprio';
}

function toStage(
  [situacao, tem_etiqueta, motivo]: Stage,
  logistica: Logistics,
): Pick<ParsedShipment, 'situacao' | 'logistica' | 'tem_etiqueta' | 'motivo'> {
  if (logistica === 'mercado_envios') return { situacao, logistica, tem_etiqueta, motivo };
  const over = ['enviado', 'entregue', 'devolvido', 'cancelado'].includes(situacao);
  if (logistica === 'full') {
    const sentence = 'O Mercado Livre Full envia este pedido: não há etiqueta a imprimir.';
    const waiting = over ? situacao : 'aguardando_marketplace';
    return { situacao: waiting, logistica, tem_etiqueta: false, motivo: over ? motivo : sentence };
  }
  const own = over ? situacao : 'envio_proprio';
  return { situacao: own, logistica, tem_etiqueta: false, motivo: over ? motivo : null };
}

/**
 * A shipment's address in one line with its CEP, in either shape that Mercado Livre answers: names are objects
 * (`city.name`) or plain texts. Null when it is hidden, or too little of it is there to send a parcel.
 */
export function toAddressLine(address: unknown): string | null {
  const street = shownTextAt(address, 'street_name') ?? shownTextAt(address, 'address_line');
  const zip = textAt(address, 'zip_code')?.replace(/\D/g, '') ?? '';
  if (!street || zip.length !== 8) return null;
  const number = textAt(address, 'street_number');
  const city = nameAt(address, 'city') ?? textAt(address, 'city_name');
  const state = toStateCode(address);
  const place = [city, state].filter((part) => part !== null).join(' - ');
  const parts = [
    textAt(address, 'street_name') && number ? `${street}, ${number}` : street,
    textAt(address, 'comment'),
    nameAt(address, 'neighborhood'),
    place || null,
    `CEP ${zip.slice(0, 5)}-${zip.slice(5)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function nameAt(address: unknown, field: string): string | null {
  return textAt(address, field, 'name') ?? textAt(at(address, field) === undefined ? null : address, field);
}

/** `BR-SP` → `SP`; the state's name where there is no code. */
function toStateCode(address: unknown): string | null {
  const code = /^BR-([A-Z]{2})$/.exec(textAt(address, 'state', 'id') ?? '')?.[1];
  return code ?? nameAt(address, 'state');
}
