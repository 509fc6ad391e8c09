import { timingSafeEqual } from 'node:crypto';
import type { LabelsResponse } from '@esteira/validators/orders/order-labels';
import type { Deps } from '../../../core/context';

/** How long a document may be opened with it: the dialog that holds it stays open that long and no longer. */
const TICKET_MS = 10 * 60_000;

export type PrintTicket = LabelsResponse['impressao'];

type TicketDeps = Pick<Deps, 'digest' | 'clock'>;

/** What lets a tab without a session open the labels of these orders of this seller, for minutes. */
export function createTicket(deps: TicketDeps, usuario: string, orderIds: readonly string[]): PrintTicket {
  const ticket = {
    usuario,
    ids: orderIds.join(','),
    expira: String(deps.clock().getTime() + TICKET_MS),
  };
  return { ...ticket, assinatura: sign(deps, ticket) };
}

export function isValidTicket(deps: TicketDeps, ticket: PrintTicket): boolean {
  const [expected, given] = [Buffer.from(sign(deps, ticket)), Buffer.from(ticket.assinatura)];
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number(ticket.expira) > deps.clock().getTime();
}

function sign({ digest }: TicketDeps, { usuario, ids, expira }: Omit<PrintTicket, 'assinatura'>): string {
  return digest(`etiquetas ${usuario} ${expira} ${ids}`);
}
