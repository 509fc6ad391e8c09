import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { users } from '@esteira/db/schema/accounts/users';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import type { AdminUser, AdminUsersInput } from '@esteira/validators/administration/admin';
import type { Page } from '@esteira/validators/wire/page';
import { and, type Column, desc, eq, gt, inArray, isNotNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { cursorId, toPage } from '../../core/paging';
import { containsText } from '../../core/search';
import { userColumns } from '../../core/security/session-user';

type Situation = NonNullable<AdminUsersInput['situacao']>;

const SITUATIONS: Record<Situation, SQL | Column> = {
  ativos: users.ativo,
  inativos: not(users.ativo),
  admins: users.is_admin,
};

/** Users, newest first; the search looks into name and e-mail. */
export async function listUsers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { busca, cursor, limite, situacao, plano }: AdminUsersInput,
): Promise<Page<AdminUser>> {
  const rows = await db
    .select({ ...userColumns, criado_em: users.criado_em })
    .from(users)
    .where(
      and(
        lt(users.id, cursorId(cursor)),
        busca === undefined
          ? undefined
          : or(containsText(users.nome, busca), containsText(users.email, busca)),
        situacao && SITUATIONS[situacao],
        plano && hasPlan(plano, clock()),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limite + 1);
  const page = toPage(rows, limite);
  const figures = await readFigures(
    db,
    page.itens.map(({ id }) => id),
  );
  return { ...page, itens: page.itens.map((user) => ({ ...user, ...figures(user.id) })) };
}

/** What else is known of these users: by primary keys that begin with the user. */
async function readFigures(db: Database, ids: readonly string[]) {
  const [uses, sums, on] = await Promise.all([
    db
      .select({
        id: sessions.usuario_id,
        last: sql`max(${sessions.ultimo_uso})`.mapWith(sessions.ultimo_uso),
      })
      .from(sessions)
      .where(inArray(sessions.usuario_id, [...ids]))
      .groupBy(sessions.usuario_id),
    db
      .select({ id: dailySummaries.usuario_id, total: total(dailySummaries.pedidos) })
      .from(dailySummaries)
      .where(inArray(dailySummaries.usuario_id, [...ids]))
      .groupBy(dailySummaries.usuario_id),
    db
      .select({ id: twoStep.usuario_id })
      .from(twoStep)
      .where(and(inArray(twoStep.usuario_id, [...ids]), isNotNull(twoStep.ligada_em))),
  ]);
  const lastUses = new Map(uses.map(({ id, last }) => [id, last]));
  const totals = new Map(sums.map(({ id, total }) => [id, total]));
  const withTwoStep = new Set(on.map(({ id }) => id));
  return (id: string) => ({
    ultimo_acesso: lastUses.get(id) ?? null,
    total_pedidos: totals.get(id) ?? 0,
    duas_etapas: withTwoStep.has(id),
  });
}

function hasPlan(plano: NonNullable<AdminUsersInput['plano']>, now: Date): SQL | undefined {
  const isActive = gt(users.data_expiracao, now.toISOString());
  if (plano !== 'nenhum') return and(eq(users.plano, plano), isActive);
  return sql`${isActive} IS NOT TRUE`;
}
