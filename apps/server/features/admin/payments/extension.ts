import { users } from '@esteira/db/schema/accounts/users';
import { extendSubscription } from '@esteira/domain/billing/subscription';
import { addMonths, endOfDay, formatDate, toDay } from '@esteira/domain/calendar';
import type { User } from '@esteira/validators/accounts/account';
import type { ExtendPlanInput } from '@esteira/validators/administration/admin-user-acts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError, invalidField } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { userColumns } from '../../../core/security/session-user';
import { lockExpiry } from '../../checkout/taken-back';
import { type Admin, noSuchUser, recordAct } from '../admin-acts';

const MAX_YEARS = 5;

/**
 * Gives a user more time than was paid for. No payment tells of it, so a refund takes back what its payment bought and
 * leaves this time alone. Counts once: the same call again, or one that a payment came before, finds another end than
 * the admin saw.
 */
export async function extendPlan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  admin: Admin,
  { id, data_expiracao, prazo, motivo }: ExtendPlanInput,
): Promise<User> {
  if (!isEntityId(id)) throw noSuchUser();
  return db.transaction(async (tx) => {
    const current = await lockExpiry(tx, id);
    const [before] = await tx.select(userColumns).from(users).where(eq(users.id, id));
    if (before === undefined) throw noSuchUser();
    if (current === null) throw new AppError('conflict', 'Este usuário não tem um plano para estender');
    if (current.getTime() !== Date.parse(data_expiracao)) throw hasMoved();
    const expiry = toExtendedExpiry({ current, now: clock(), prazo });
    const extended = { data_expiracao: expiry.toISOString() };
    await tx.update(users).set(extended).where(eq(users.id, id));
    const detalhe = `Até ${formatDate(expiry)}, antes ${formatDate(current)}. ${motivo}`;
    await recordAct(tx, admin, { ato: 'plano_estendido', alvo_id: before.id, detalhe });
    return { ...before, ...extended };
  });
}

interface Extension {
  current: Date;
  now: Date;
  prazo: ExtendPlanInput['prazo'];
}

/** Months count as paid ones do: from the later of now and the present end. */
function toExtendedExpiry({ current, now, prazo }: Extension): Date {
  const expiry =
    typeof prazo === 'number' ? extendSubscription({ current, now, months: prazo }) : endOfDay(prazo);
  const from = current > now ? current : now;
  if (expiry <= from) throw invalidField('prazo', `Escolha uma data depois de ${formatDate(from)}`);
  // To the end of that day, as the days to choose last.
  if (expiry > endOfDay(toDay(addMonths(now, 12 * MAX_YEARS)))) {
    throw invalidField('prazo', `O plano pode valer por até ${MAX_YEARS} anos a partir de hoje`);
  }
  return expiry;
}

const hasMoved = () =>
  new AppError(
    'conflict',
    'O fim deste plano mudou nesse meio-tempo. Feche, confira a data e tente de novo.',
  );
