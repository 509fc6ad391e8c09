import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { type SQL, sql } from 'drizzle-orm';

/** The one of a product's columns that belongs to the marketplace which `marketplace` (SQL of type text) names. */
export function channelColumn(marketplace: SQL, columns: Readonly<Record<Marketplace, string>>): SQL {
  const cases = MARKETPLACES.map(
    (name) => sql`WHEN ${sql.raw(`'${name}'`)} THEN ${sql.identifier(columns[name])}`,
  );
  return sql`CASE ${marketplace} ${sql.join(cases, sql` `)} END`;
}
