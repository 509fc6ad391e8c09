import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { users } from '@esteira/db/schema/accounts/users';
import { DAY_MS } from '@esteira/domain/durations';
import { and, eq, gt, gte, isNull, lt, min, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameReader, saveBuyersRead } from '../../core/activity/buyers-read';
import type { Reading } from '../../core/activity/buyers-tally';
import type { Deps } from '../../core/context';
import { enqueueEmail } from '../mail/outbox';

const MIN_ORDERS = 500;
const TIMES_THE_BUSIEST = 5;
const COMPARED_DAYS = 30;

/** Writes what was counted, and tells owners of what is unusual in it. Answers how many orders' buyers were handed out. */
export async function noteBuyersRead(deps: Deps): Promise<number> {
  const { pedidos, hours } = await saveBuyersRead(deps);
  for (const hour of hours) if (await isUnusual(deps, hour)) await warnOwner(deps, hour);
  return pedidos;
}

/** More than five times the shop's busiest hour; not while the shop was not watched for a day. */
async function isUnusual({ db }: Deps, { usuario_id, hora, pedidos }: Reading): Promise<boolean> {
  if (pedidos <= MIN_ORDERS) return false;
  const before = (days: number) => new Date(Date.parse(hora) - days * DAY_MS).toISOString();
  const hours = db
    .select({ hora: buyersRead.hora, soma: sql<number>`sum(${buyersRead.pedidos})`.as('soma') })
    .from(buyersRead)
    .where(and(eq(buyersRead.usuario_id, usuario_id), lt(buyersRead.hora, hora)))
    .groupBy(buyersRead.hora)
    .as('horas');
  const busiest = sql`max(${hours.soma}) FILTER (WHERE ${gte(hours.hora, before(COMPARED_DAYS))})`;
  const [known] = await db.select({ busiest: busiest.mapWith(Number), first: min(hours.hora) }).from(hours);
  if (!known?.first || known.first > before(1)) return false;
  return pedidos > TIMES_THE_BUSIEST * (known.busiest ?? 0);
}

/** Once a day for the same person or key, whichever server sees it. */
async function warnOwner(deps: Deps, hour: Reading): Promise<void> {
  const { usuario_id, autor_id, hora, pedidos } = hour;
  const other = alias(buyersRead, 'outra');
  const now = deps.clock();
  const lately = new Date(now.getTime() - DAY_MS).toISOString();
  const isTheirs = and(eq(other.usuario_id, usuario_id), eq(other.autor_id, autor_id));
  await deps.db.transaction(async (tx) => {
    const told = tx
      .select()
      .from(other)
      .where(and(isTheirs, gt(other.avisado_em, lately)));
    const marked = await tx
      .update(buyersRead)
      .set({ avisado_em: now.toISOString() })
      .where(
        and(
          eq(buyersRead.usuario_id, usuario_id),
          eq(buyersRead.autor_id, autor_id),
          eq(buyersRead.hora, hora),
          isNull(buyersRead.avisado_em),
          notExists(told),
        ),
      )
      .returning({ autor_id: buyersRead.autor_id });
    const [owner] = await tx
      .select({ email: users.email, nome: users.nome })
      .from(users)
      .where(eq(users.id, usuario_id));
    if (marked.length === 0 || owner === undefined) return;
    const [person] = await tx.select({ nome: users.nome }).from(users).where(eq(users.id, autor_id));
    const quem = nameReader({ ...hour, pessoa: person?.nome ?? null });
    const dados = { ...owner, quem, pedidos };
    await enqueueEmail(tx, deps, { tipo: 'leitura_incomum', dados });
  });
}
