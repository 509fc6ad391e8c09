import { type Unzipped, unzipSync } from 'fflate';
import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, LabelResult, OrderRef, ShippingState } from '../../port';
import type { AmazonClient } from '../client';
import { quote } from '../errors';
import { fetchOrder } from '../orders/orders';
import { toShippingState } from './parcel';

/** The longest a document may become when unpacked. */
const MAX_DOCUMENT_BYTES = 20_000_000;

/** The label of a parcel that Amazon carries; others have none at Amazon. */
export async function getLabel(
  client: AmazonClient,
  ctx: AdapterContext,
  { ml_order_id }: Pick<OrderRef, 'ml_order_id'>,
): Promise<LabelResult> {
  const order = await fetchOrder(client, ctx, ml_order_id);
  const state = toShippingState(order, client.clock());
  if (state.tem_etiqueta) return downloadLabel(client, ctx, ml_order_id);
  const motivo =
    state.motivo ?? WITHOUT_LABEL[state.situacao] ?? 'A Amazon não tem etiqueta para este pedido.';
  return { ready: false, motivo, ...(state.tentar_em ? { tentar_em: state.tentar_em } : {}) };
}

const WITHOUT_LABEL: Partial<Record<ShippingState['situacao'], string>> = {
  cancelado: 'O pedido foi cancelado na Amazon.',
  enviado: 'O pedido já foi enviado.',
  entregue: 'O pedido já foi entregue.',
  devolvido: 'A entrega não foi possível e o pacote volta ao remetente.',
  envio_proprio:
    'Este pedido vai por transportadora própria: a Amazon não gera etiqueta. Use a etiqueta da transportadora e ' +
    'informe o código de rastreio.',
};

/**
 * Schedules the parcel and fetches its documents in the same breath: the address lives for a short time only. Which slot is left to Amazon: the earliest.
 */
async function downloadLabel(
  client: AmazonClient,
  ctx: AdapterContext,
  orderId: string,
): Promise<LabelResult> {
  const response = await client.call(ctx, {
    operation: 'createScheduledPackageBulk',
    body: {
      marketplaceId: client.marketplaceId,
      labelFormat: 'PDF',
      orderScheduleDetailsList: [{ amazonOrderId: orderId }],
    },
  });
  const scheduled = parseSchedule(response.json(), orderId);
  if ('motivo' in scheduled) return { ready: false, motivo: scheduled.motivo };
  const bytes = findLabel(await client.download(ctx, scheduled.url));
  if (bytes) return { ready: true, bytes, mime: 'application/pdf' };
  throw new AdapterError('upstream_unavailable', 'A Amazon enviou a etiqueta em um formato desconhecido.');
}

/** The address of the documents, or why Amazon did not make them (Portuguese). */
export function parseSchedule(body: unknown, orderId: string): { url: string } | { motivo: string } {
  const rejected = listAt(body, 'rejectedOrders').find((entry) => textAt(entry, 'amazonOrderId') === orderId);
  if (rejected) {
    const said = quote(textAt(rejected, 'error', 'message') ?? '');
    return { motivo: `A Amazon não agendou a coleta deste pedido.${said}` };
  }
  const url = textAt(body, 'printableDocumentsUrl');
  return url ? { url } : { motivo: 'A Amazon ainda está gerando a etiqueta.' };
}

/** The label among the documents: a PDF by itself, or the one in the archive that is named like a label. */
export function findLabel(bytes: Uint8Array): Uint8Array | null {
  if (isPdf(bytes)) return bytes;
  const documents = Object.entries(unzipDocuments(bytes)).filter(([, document]) => isPdf(document));
  const named = documents.find(([name]) => /label|etiqueta/i.test(name));
  return (named ?? documents[0])?.[1] ?? null;
}

/** The files of an archive by their names, none when it is no archive; a file that unpacks to too much is left out. */
function unzipDocuments(bytes: Uint8Array): Unzipped {
  try {
    return unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= MAX_DOCUMENT_BYTES });
  } catch {
    return {};
  }
}

function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';
}
