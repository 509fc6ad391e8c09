import { createHash } from 'node:crypto';
import { isLuhnValid } from '@esteira/domain/billing/card';
import { addMonths } from '@esteira/domain/calendar';
import { PaymentError } from '../payment-error';
import type { PaymentContext, RefusedRenewal, RenewalGateway, RenewalStart, RenewalState } from '../port';
import { chooseOutcome } from './test-cards';

/** What the id of every simulated renewal begins with. */
export const SIMULATED_RENEWAL_PREFIX = 'sim-renova-';

const ID_PATTERN = /^sim-renova-(ok|recusa)-(\d{1,2})-(\d{1,15})-[0-9a-f]{32}$/;
const CHARGE_PATTERN = /^(sim-renova-(ok|recusa)-.+)-cobranca-\d{1,4}$/;
/** No seller stays longer; keeps an odd id from being counted for ever. */
const MAX_CHARGES = 1_000;

/**
 * Renewals without real charges. One is encoded in its id: months, start, and whether its charges are approved. So what it
 * has charged by a moment needs no memory; that it was ended is the caller's to know.
 */
export class SimulatedRenewals implements RenewalGateway {
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  async start(_ctx: PaymentContext, input: RenewalStart): Promise<RenewalState | RefusedRenewal> {
    const { card, months, startsAt, reference } = input;
    if (card.kind !== 'details') {
      throw new PaymentError('invalid', 'O serviço de pagamento recusou os dados do cartão.');
    }
    const outcome = chooseOutcome(card.details, isLuhnValid(card.details.number));
    const fate = outcome === 'approved' ? 'ok' : outcome === 'pending_then_refused' ? 'recusa' : null;
    if (fate === null) return { status: 'recusado', motivo: 'O cartão foi recusado. Use outro cartão.' };
    const hash = createHash('sha256').update(reference).digest('hex').slice(0, 32);
    return this.#toState(`${SIMULATED_RENEWAL_PREFIX}${fate}-${months}-${startsAt.getTime()}-${hash}`);
  }

  /** Every answer of `start` arrives, so nothing has to be found. */
  async find(): Promise<null> {
    return null;
  }

  /** Nothing is announced. */
  async identify(): Promise<null> {
    return null;
  }

  async read(_ctx: PaymentContext, id_externo: string): Promise<RenewalState> {
    return this.#toState(id_externo);
  }

  async end(): Promise<void> {
    // Who ended it reads it no more.
  }

  #toState(id_externo: string): RenewalState {
    const [, , months, start] = ID_PATTERN.exec(id_externo) ?? [];
    if (months === undefined || start === undefined) {
      throw new PaymentError('invalid', 'Não há esta renovação.');
    }
    const dueAt = (count: number) => addMonths(new Date(Number(start)), count * Number(months));
    const charges: string[] = [];
    while (dueAt(charges.length) <= this.#clock() && charges.length < MAX_CHARGES) {
      charges.push(`${id_externo}-cobranca-${charges.length + 1}`);
    }
    return { status: 'ligada', id_externo, charges, nextAt: dueAt(charges.length) };
  }
}

/** Whether a simulated charge of a renewal is approved; null when the id is of no such charge. */
export function parseRenewalCharge(idExterno: string): { isApproved: boolean } | null {
  const [, renewal = '', fate] = CHARGE_PATTERN.exec(idExterno) ?? [];
  return ID_PATTERN.test(renewal) ? { isApproved: fate === 'ok' } : null;
}
