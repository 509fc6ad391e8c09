import { holdsCardNumber } from '@esteira/domain/billing/card-numbers';
import { CARD_DATA_REFUSED } from '@esteira/validators/billing/checkout';
import { AppError, invalidField } from '../../core/errors';
import { authedProcedure } from '../../core/procedures';

const TWO_KEYS =
  'O cabeçalho Idempotency-Key e o campo chave_idempotencia são diferentes. Envie um só, ou o mesmo nos dois.';

/**
 * What charges. Its key comes in the header `Idempotency-Key` or in the field `chave_idempotencia`. Where payments are
 * real, nothing that may be a card's number gets any further, whatever field it stands in.
 */
export const chargingProcedure = authedProcedure
  .meta({ asksOutside: true })
  .use(async ({ ctx, getRawInput, next }) => {
    const sent = withKey(await getRawInput(), ctx.idempotencyKey);
    if (ctx.deps.payments.modo !== 'simulado') refuseCardNumbers(sent);
    return next({ getRawInput: async () => sent });
  });

function withKey(sent: unknown, header: string | undefined): unknown {
  const key = header?.trim() ?? '';
  if (key === '' || typeof sent !== 'object' || sent === null) return sent;
  const field = 'chave_idempotencia' in sent ? sent.chave_idempotencia : null;
  const isGiven = field !== null && field !== undefined && field !== '';
  if (isGiven && (typeof field !== 'string' || field.trim() !== key)) throw new AppError('invalid', TWO_KEYS);
  return { ...sent, chave_idempotencia: key };
}

function refuseCardNumbers(sent: unknown): void {
  for (const [name, field] of Object.entries(Object(sent))) {
    if (holdsCardNumber(name)) throw new AppError('invalid', CARD_DATA_REFUSED);
    if (holdsCardData(field)) throw invalidField(name, CARD_DATA_REFUSED);
  }
}

/** Without recursion: how deep the fields lie is the sender's to choose. */
function holdsCardData(sent: unknown): boolean {
  const open = [sent];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) open.push(name, field);
    } else if (holdsCardNumber(String(value))) return true;
  }
  return false;
}
