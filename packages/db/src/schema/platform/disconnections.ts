import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { isNull } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { accountId, inList, instant, ownerId } from '../columns';
import { belongsToAccount } from './marketplace-accounts';

/**
 * Accounts of real marketplaces that do not work any more, and until when their buyers are kept. Connecting the account
 * again takes its row away, but nothing that was erased comes back.
 */
export const disconnections = pgTable(
  'desconexoes',
  {
    usuario_id: ownerId().references(() => users.id),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    conta_id: accountId(),
    vendedor_id: text().notNull(),
    em: instant().notNull(),
    /** Null: its buyers are kept as those of other orders. */
    apagar_em: instant(),
    apagado_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'desconexoes_pk', columns: [t.usuario_id, t.marketplace, t.conta_id] }),
    belongsToAccount('desconexoes_conta_fk', t),
    index('desconexoes_a_apagar').on(t.apagar_em).where(isNull(t.apagado_em)),
    check('desconexoes_marketplace', inList(t.marketplace, MARKETPLACES)),
  ],
);
