import { type Database, queryRows } from '@esteira/db/database';
import { isInList } from '@esteira/db/schema/columns';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ENDED_STATUSES } from '@esteira/domain/orders/buyer-retention';
import { sql } from 'drizzle-orm';
import { readBuyerRules } from '../../../core/buyer-rules';
import type { Deps } from '../../../core/context';
import { eraseDisconnectedBuyers } from './disconnected-buyers';
import { doClocksDiffer, isDue } from './due-buyers';
import { eraseBuyersOf } from './erase-batches';

/** A look notes the ends of so many orders at once that an older version ended. */
const ENDS_AT_ONCE = 1_000;

/**
 * Erases what is known of all buyers whose time is over, by the rule of their marketplace; answers of how many. Null, with
 * nothing erased, where the clocks differ: a wrong one must not erase for ever. Safe on several servers at once: each skips
 * orders that another has locked, so none is taken twice.
 */
export async function eraseOldBuyers(deps: Deps): Promise<number | null> {
  if (await doClocksDiffer(deps)) return null;
  while ((await noteEnds(deps.db)) === ENDS_AT_ONCE);
  const rules = await readBuyerRules(deps);
  let erased = await eraseDisconnectedBuyers(deps);
  for (const marketplace of MARKETPLACES) {
    erased += await eraseBuyersOf(deps, isDue(deps, marketplace, rules[marketplace]));
  }
  return erased;
}

/** Orders that ended before there was the column: when, says their history. Answers of how many it was noted. */
async function noteEnds(db: Database): Promise<number> {
  const rows = await queryRows(
    db,
    sql`UPDATE pedidos p SET terminado_em = coalesce(
          (SELECT e.criado_em FROM eventos_pedido e
           WHERE e.usuario_id = p.usuario_id AND e.pedido_id = p.id AND e.para = p.status AND e.de IS DISTINCT FROM e.para
           ORDER BY e.id DESC LIMIT 1), p.atualizado_em)
        FROM (SELECT usuario_id, id FROM pedidos
              WHERE ${isInList('status', ENDED_STATUSES)} AND comprador_apagado_em IS NULL AND terminado_em IS NULL
              LIMIT ${ENDS_AT_ONCE} FOR UPDATE SKIP LOCKED) t
        WHERE p.usuario_id = t.usuario_id AND p.id = t.id
        RETURNING 1 AS um`,
  );
  return rows.length;
}
