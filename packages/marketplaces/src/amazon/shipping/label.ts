import { AdapterError } from '../../adapter-error';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, LabelResult } from '../../port';
import { quote } from '../errors';
import type { AmazonDeps } from '../listing/publish';
import { readZip } from './zip';

/**
 * Schedules the parcel and fetches its documents in the same breath: the address lives for a short time only
 * (complaint 9). Which slot is left to Amazon: the earliest.
 */
export async function downloadLabel(
  { client, marketplaceId }: AmazonDeps,
  ctx: AdapterContext,
  orderId: string,
): Promise<LabelResult> {
  const answer = await client.call(ctx, {
    operation: 'createScheduledPackageBulk',
    body: { marketplaceId, labelFormat: 'PDF', orderScheduleDetailsList: [{ amazonOrderId: orderId }] },
  });
  const scheduled = readSchedule(answer.json(), orderId);
  if ('motivo' in scheduled) return { ready: false, motivo: scheduled.motivo };
  const bytes = labelIn(await client.download(ctx, scheduled.url));
  if (bytes) return { ready: true, bytes, mime: 'application/pdf' };
  throw new AdapterError('upstream_unavailable', 'A Amazon enviou a etiqueta em um formato desconhecido.');
}

/** The address of the documents, or why Amazon did not make them (Portuguese). */
export function readSchedule(body: unknown, orderId: string): { url: string } | { motivo: string } {
  const rejected = listAt(body, 'rejectedOrders').find((entry) => textAt(entry, 'amazonOrderId') === orderId);
  if (rejected) {
    const said = quote(textAt(rejected, 'error', 'message') ?? '');
    return { motivo: `A Amazon não agendou a coleta deste pedido.${said}` };
  }
  const url = textAt(body, 'printableDocumentsUrl');
  return url ? { url } : { motivo: 'A Amazon ainda está gerando a etiqueta.' };
}

/** The label among the documents: a PDF by itself, or the one in the archive that is named like a label. */
export function labelIn(bytes: Uint8Array): Uint8Array | null {
  if (isPdf(bytes)) return bytes;
  const documents = (readZip(bytes) ?? []).filter((entry) => isPdf(entry.bytes));
  const named = documents.find(({ nome }) => /label|etiqueta/i.test(nome));
  return (named ?? documents[0])?.bytes ?? null;
}

function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';
}
