import type { Database } from '@esteira/db/database';
import { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import type { AdminAct } from '@esteira/domain/accounts/admin-acts';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { endSessions } from '../../core/security/sessions';
import { disconnect } from '../../features/connections/service';
import { eraseBuyersOf, keptBuyersOf } from '../../features/orders/buyers/erase-batches';

export type Ground = Pick<Deps, 'db' | 'clock' | 'marketplaces'>;

/** Whom it concerns; null: everybody. */
type Target = string | null;

export interface Act {
  /** In words: 'end open sessions'. */
  does: string;
  /** The marketplace that must be named, so that it is not taken for all. */
  marketplace?: 'amazon';
  recordedAs: AdminAct;
  count: (db: Database, target: Target) => Promise<number>;
  run: (ground: Ground, target: Target) => Promise<unknown>;
}

/** What an operator does after an incident, by the verb of `npm run incident`. */
export const ACTS: Readonly<Record<string, Act>> = {
  'end-sessions': {
    does: 'end open sessions',
    recordedAs: 'comando_sessoes',
    count: (db, target) => db.$count(sessions, openSessions(target)),
    run: async (ground, target) => {
      const open = await ground.db
        .selectDistinct({ id: sessions.usuario_id })
        .from(sessions)
        .where(openSessions(target));
      for (const { id } of open) await endSessions(ground, id);
    },
  },
  'revoke-keys': {
    does: 'revoke API keys',
    recordedAs: 'comando_chaves',
    count: (db, target) => db.$count(apiKeys, ofUser(apiKeys.usuario_id, target)),
    run: ({ db }, target) => db.delete(apiKeys).where(ofUser(apiKeys.usuario_id, target)),
  },
  'revoke-connections': {
    does: 'disconnect accounts of marketplaces',
    recordedAs: 'comando_contas',
    count: (db, target) => db.$count(connections, ofUser(connections.usuario_id, target)),
    run: async (ground, target) => {
      const connected = await ground.db
        .select({
          usuarioId: connections.usuario_id,
          marketplace: connections.marketplace,
          contaId: connections.conta_id,
        })
        .from(connections)
        .where(ofUser(connections.usuario_id, target));
      for (const key of connected) await disconnect(ground, key);
    },
  },
  'erase-buyers': {
    does: 'erase the buyers of orders of Amazon',
    marketplace: 'amazon',
    recordedAs: 'compradores_apagados',
    count: (db, target) => db.$count(orders, keptBuyersOf('amazon', target)),
    run: (ground, target) => eraseBuyersOf(ground, keptBuyersOf('amazon', target)),
  },
};

type UserColumn = typeof sessions.usuario_id | typeof apiKeys.usuario_id | typeof connections.usuario_id;

const ofUser = (column: UserColumn, target: Target): SQL | undefined =>
  target === null ? undefined : eq(column, target);

const openSessions = (target: Target) =>
  and(isNull(sessions.encerrada_em), ofUser(sessions.usuario_id, target));
