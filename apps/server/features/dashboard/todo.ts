import { type Database, queryRows } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { isInList } from '@esteira/db/schema/columns';
import { dailySummaries } from '@esteira/db/schema/orders/order-summaries';
import { deadlineOf } from '@esteira/db/schema/orders/orders';
import { fromCents } from '@esteira/domain/money';
import { UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import type { DashboardTodo } from '@esteira/validators/dashboards/dashboard';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { MarginFall } from '../costs/margins/fallen-margins';

const { usuario_id, status, pedidos, receita, lucro } = dailySummaries;

/** What waits for the seller, exact as of now: read from the summaries and from indices that hold only what waits. */
export async function getTodo(
  db: Database,
  usuarioId: string,
  falls: readonly MarginFall[],
): Promise<DashboardTodo> {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const [waiting, [rest]] = await Promise.all([
    db
      .select({ status, pedidos: total(pedidos), custo: total(sql`${receita} - ${lucro}`) })
      .from(dailySummaries)
      .where(and(eq(usuario_id, usuarioId), inArray(status, UNSHIPPED_STATUSES)))
      .groupBy(status),
    queryRows<Omit<Rest, 'aprovar_desde'> & { aprovar_desde: string | null }>(
      db,
      sql`SELECT
        (SELECT criado_em FROM pedidos WHERE ${owner} AND status = 'pendente' ORDER BY id LIMIT 1) AS aprovar_desde,
        ${countOrders(owner, sql`${deadlineOf(sql`despachar_ate`)} <= now()`)} AS atrasados,
        ${countOrders(owner, sql`tem_etiqueta AND etiqueta_impressa_em IS NULL`)} AS etiquetas,
        (SELECT count(*)::int FROM pedidos WHERE ${owner} AND requer_atencao) AS atencao,
        (SELECT count(*)::int FROM produtos
          WHERE ${owner} AND estoque < 5 AND estoque = 0 AND excluido_em IS NULL AND (publicado_ml OR publicado_amazon)
        ) AS sem_estoque`,
    ),
  ]);
  const by = new Map(waiting.map((row) => [row.status, row]));
  const count = (status: (typeof UNSHIPPED_STATUSES)[number]) => by.get(status)?.pedidos ?? 0;
  return {
    aprovar: count('pendente'),
    enviar: count('aprovado'),
    pagar: count('enviado_fornecedor'),
    pagar_valor: fromCents(by.get('enviado_fornecedor')?.custo ?? 0),
    despachar: count('pago'),
    ...NOTHING,
    ...rest,
    margem_caiu: falls.reduce((total, { ids }) => total + ids.length, 0),
    margem_caiu_em: falls[0]?.dia ?? null,
    margem_minima: falls[0]?.margem_minima ?? null,
    aprovar_desde: rest?.aprovar_desde ? new Date(rest.aprovar_desde).toISOString() : null,
  };
}

type Rest = Pick<DashboardTodo, 'aprovar_desde' | 'atrasados' | 'etiquetas' | 'atencao' | 'sem_estoque'>;

const NOTHING = { atrasados: 0, etiquetas: 0, atencao: 0, sem_estoque: 0 };

/** The conditions of partial indices are written out as they have them. */
function countOrders(owner: SQL, condition: SQL): SQL {
  return sql`(SELECT count(*)::int FROM pedidos
    WHERE ${owner} AND ${isInList('status', UNSHIPPED_STATUSES)} AND ${condition})`;
}
