import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@esteira/domain/durations';
import type { ChargeRef, LookupResult } from '../port';

const ID_PATTERN = /^sim-pix-(\d{1,5})-([0-9a-f]{32})$/;

/** A simulated Pix is named by its term and its key, so that it is the same on any server and after a restart. */
export function toPixId(minutes: number, key: string): string {
  return `sim-pix-${minutes}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

/** The term of a simulated Pix in minutes; null when the id is of no such Pix. */
export function parsePix(idExterno: string): { minutes: number } | null {
  const [, minutes] = ID_PATTERN.exec(idExterno) ?? [];
  return minutes === undefined ? null : { minutes: Number(minutes) };
}

/** What a Pix that was not paid has come to. Its code is text that no bank takes for a Pix. */
export function toPixResult(
  { id_externo, createdAt }: ChargeRef & { id_externo: string },
  { isCancelled, now }: { isCancelled: boolean; now: Date },
): LookupResult {
  const expira_em = new Date(createdAt.getTime() + (parsePix(id_externo)?.minutes ?? 0) * MINUTE_MS);
  if (isCancelled || expira_em.getTime() <= now.getTime()) {
    return { status: 'recusado', id_externo, motivo: 'O prazo do pagamento acabou. Gere um novo.' };
  }
  const pix = { copia_e_cola: `PIX-SIMULADO-${id_externo.slice(-32).toUpperCase()}`, expira_em };
  return { status: 'pendente', id_externo, motivo: 'Pague o Pix para concluir.', pix };
}
