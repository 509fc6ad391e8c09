import { type Database, queryRows } from '@esteira/db/database';
import { knownFees } from '@esteira/db/schema/costs/known-fees';
import { HOUR_MS } from '@esteira/domain/durations';
import type { FeeQuote } from '@esteira/marketplaces/port';
import { and, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { FeeKey } from './fee-key';

/** Marketplaces change their fees on announced days, and an account its reputation from day to day. */
const KEEP_MS = 12 * HOUR_MS;
/** What was not told may be soon, such as of a product that is new in Amazon's catalogue. */
const KEEP_UNTOLD_MS = HOUR_MS / 6;
/** Of one seller: more than are looked at within a day. */
const MAX_KEPT = 500;

/** An answer that is still valid. */
export type StoredFees = Pick<typeof knownFees.$inferSelect, 'de' | 'ate' | 'tarifas' | 'falta' | 'lida_em'>;

const { de, ate, tarifas, falta, lida_em } = knownFees;
const kept = { de, ate, tarifas, falta, lida_em };

/** The newest answer to the question that holds for the price and is not too old; null where there is none. */
export async function findStoredFees(
  db: Database,
  key: FeeKey,
  { priceCents, now }: { priceCents: number; now: Date },
): Promise<StoredFees | null> {
  const isAsked = Object.entries(key).map(([name, value]) => eq(knownFees[name as keyof FeeKey], value));
  const [found] = await db
    .select(kept)
    .from(knownFees)
    .where(
      and(...isAsked, lte(de, priceCents), gte(ate, priceCents), gt(knownFees.expira_em, now.toISOString())),
    )
    .orderBy(desc(lida_em))
    .limit(1);
  return found ?? null;
}

/** Keeps an answer in place of the one before; of two that come at once the later one stays. */
export async function storeFees(
  db: Database,
  key: FeeKey,
  { quote, now }: { quote: FeeQuote; now: Date },
): Promise<StoredFees> {
  const isUntold = quote.fees.length === 0 || quote.gaps.includes('frete');
  const age = isUntold ? KEEP_UNTOLD_MS : KEEP_MS;
  const answer = {
    ate: quote.toCents,
    tarifas: quote.fees,
    falta: quote.gaps,
    lida_em: now.toISOString(),
    expira_em: new Date(now.getTime() + age).toISOString(),
  };
  await db
    .insert(knownFees)
    .values({ ...key, de: quote.fromCents, ...answer })
    .onConflictDoUpdate({
      target: [...KEY_COLUMNS],
      set: answer,
      setWhere: sql`${lida_em} <= excluded.lida_em`,
    });
  await forgetBeyond(db, key.usuario_id);
  return { de: quote.fromCents, ...answer };
}

const KEY_COLUMNS = [
  ...[knownFees.usuario_id, knownFees.marketplace, knownFees.vendedor_id, knownFees.referencia],
  ...[knownFees.tipo_anuncio, knownFees.condicao, knownFees.logistica, knownFees.peso_g],
  ...[knownFees.altura_cm, knownFees.largura_cm, knownFees.comprimento_cm, de],
];

/** A seller who tries many prices keeps the newest answers; those of one moment go together. */
async function forgetBeyond(db: Database, usuarioId: string): Promise<void> {
  const ofSeller = eq(knownFees.usuario_id, usuarioId);
  const newest = db.select({ lida_em }).from(knownFees).where(ofSeller).orderBy(desc(lida_em));
  await db.delete(knownFees).where(and(ofSeller, lt(lida_em, newest.offset(MAX_KEPT - 1).limit(1))));
}

/** In one statement, which on the embedded database everybody else waits for. */
const FORGET_BATCH = 1_000;

/** Removes the answers that are too old to be used. */
export async function forgetOldFees({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock().toISOString();
  let forgotten: number;
  do {
    const rows = await queryRows(
      db,
      sql`DELETE FROM tarifas_consultadas WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM tarifas_consultadas WHERE expira_em <= ${now}::timestamptz
            LIMIT ${FORGET_BATCH} FOR UPDATE SKIP LOCKED))
          RETURNING 1 AS um`,
    );
    forgotten = rows.length;
  } while (forgotten === FORGET_BATCH);
}
