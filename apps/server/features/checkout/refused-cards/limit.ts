import { DAY_MS } from '@esteira/domain/durations';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { consumeAttempt, findWait, type Limit, toNetwork } from '../../../core/limits/rate-limit';

/** More than a seller mistypes, and than sellers behind one address do. */
const MAX_REFUSED_OF_ACCOUNT = 10;
const MAX_REFUSED_OF_NETWORK = 30;

/** Whose card it is, and from where it was sent. */
export interface CardSender {
  usuarioId: string;
  ip: string;
}

/** Where payments are real: in the simulation no card is tried. */
function listLimits({ payments, digest }: Deps, { usuarioId, ip }: CardSender): Limit[] {
  if (payments.modo === 'simulado') return [];
  return [
    { key: digest(`cartoes-recusados:${usuarioId}`), max: MAX_REFUSED_OF_ACCOUNT, windowMs: DAY_MS },
    {
      key: digest(`cartoes-recusados-rede:${toNetwork(ip)}`),
      max: MAX_REFUSED_OF_NETWORK,
      windowMs: DAY_MS,
    },
  ];
}

/** Fails with `too_many` after too many refused cards, so that the gateway is not asked about one more. */
export async function limitRefusedCards(deps: Deps, sender: CardSender): Promise<void> {
  for (const limit of listLimits(deps, sender)) {
    const retryAfter = await findWait(deps, limit);
    if (retryAfter === null) continue;
    throw new AppError('too_many', 'Muitos cartões foram recusados. Tente de novo amanhã ou pague com Pix.', {
      retryAfter,
    });
  }
}

/** Counts a card that was refused. */
export async function countRefusedCard(deps: Deps, sender: CardSender): Promise<void> {
  for (const limit of listLimits(deps, sender)) await consumeAttempt(deps, limit);
}
