import {
  type AccountCode,
  FIRST_ACCOUNT,
  MAX_ACCOUNT_NAME,
  MAX_ACCOUNTS,
  parseAccountCode,
} from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  alias,
  boolean,
  check,
  foreignKey,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { accountId, inList, insertedAt, instant, ownerId } from '../columns';

/**
 * A seller's accounts on the marketplaces, which listings, orders and connections name. The first one of each
 * marketplace is there from the start, also while it is simulated. A row is never deleted: it outlives its connection.
 */
export const marketplaceAccounts = pgTable(
  'contas',
  {
    usuario_id: ownerId().references(() => users.id),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    /** Counts the seller's accounts on this marketplace. */
    id: accountId(),
    /** The seller's id at the marketplace; null until it was connected. */
    vendedor_id: text(),
    /** As the seller calls it; null: by its nickname. */
    nome: text(),
    /** As the marketplace calls it. */
    apelido: text(),
    /** Where products are published unless the seller chooses. */
    padrao: boolean().notNull().default(false),
    criado_em: insertedAt(),
    desconectada_em: instant(),
  },
  (t) => [
    primaryKey({ name: 'contas_pk', columns: [t.usuario_id, t.marketplace, t.id] }),
    uniqueIndex('contas_padrao_unica').on(t.usuario_id, t.marketplace).where(sql`padrao`),
    uniqueIndex('contas_vendedor_unico').on(t.usuario_id, t.marketplace, t.vendedor_id),
    check('contas_marketplace', inList(t.marketplace, MARKETPLACES)),
    check('contas_numero', sql`${t.id} BETWEEN 1 AND ${sql.raw(String(MAX_ACCOUNTS))}`),
    check('contas_nome', sql`length(${t.nome}) BETWEEN 1 AND ${sql.raw(String(MAX_ACCOUNT_NAME))}`),
  ],
);

/** The accounts that a seller has from the start. */
export const firstAccounts = (usuario_id: string) =>
  MARKETPLACES.map((marketplace) => ({ usuario_id, marketplace, id: FIRST_ACCOUNT, padrao: true }));

/** A constraint of this name: the row is of one of the seller's accounts. */
export function belongsToAccount(
  name: string,
  t: Record<'usuario_id' | 'marketplace' | 'conta_id', AnyPgColumn>,
) {
  const { usuario_id, marketplace, id } = marketplaceAccounts;
  return foreignKey({
    name,
    columns: [t.usuario_id, t.marketplace, t.conta_id],
    foreignColumns: [usuario_id, marketplace, id],
  });
}

/** The condition that an account is that of a row. */
export const isAccountOf = (t: AccountColumns) =>
  and(
    eq(marketplaceAccounts.usuario_id, t.usuario_id),
    eq(marketplaceAccounts.marketplace, t.marketplace),
    eq(marketplaceAccounts.id, t.conta_id),
  );

/** The condition that a row is of the account that a filter names; undefined where it names none. */
export function isOfAccount(
  t: Pick<AccountColumns, 'marketplace' | 'conta_id'>,
  code: AccountCode | undefined,
): SQL | undefined {
  if (code === undefined) return undefined;
  const { marketplace, contaId } = parseAccountCode(code);
  return and(eq(t.marketplace, marketplace), eq(t.conta_id, contaId));
}

const nameOf = ({ nome, apelido, id }: Record<'nome' | 'apelido' | 'id', AnyPgColumn>) =>
  sql<string>`coalesce(${nome}, left(${apelido}, ${sql.raw(String(MAX_ACCOUNT_NAME))}), 'Conta ' || ${id})`;

/** What an account is called on the screen. */
export const accountName: SQL<string> = nameOf(marketplaceAccounts);

/** What the account `c` of `selectAccountOf` is called. */
export const nameOfSelected: SQL<string> = nameOf(alias(marketplaceAccounts, 'c'));

type AccountColumns = Record<'usuario_id' | 'marketplace' | 'conta_id', AnyPgColumn>;

/**
 * Something of a row's account `c`, looked up row by row; null where the seller has only one on the marketplace: number 2 is
 * there before any other.
 */
export const selectAccountOf = <T>(t: AccountColumns, something: SQL<T>) =>
  sql<T | null>`(SELECT ${something}
    FROM contas c JOIN contas s ON s.usuario_id = c.usuario_id AND s.marketplace = c.marketplace AND s.id = 2
    WHERE c.usuario_id = ${ofRow(t.usuario_id)} AND c.marketplace = ${ofRow(t.marketplace)} AND c.id = ${ofRow(t.conta_id)})`;

/** The name of a row's account; null where the seller has only one on the marketplace. */
export const accountNameOf = (t: AccountColumns) => selectAccountOf(t, nameOfSelected);

/** With its table, which Drizzle leaves out of a statement over one. */
const ofRow = ({ table, name }: AnyPgColumn) => sql`${table}.${sql.identifier(name)}`;
