import type { Database } from '@esteira/db/database';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { DAY_MS } from '@esteira/domain/durations';
import type { AuditEntry } from '@esteira/validators/administration/admin';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '../../../core/context';
import { cursorId, toPage } from '../../../core/paging';

const admins = alias(users, 'admin');
const targets = alias(users, 'alvo');

/** What admins did, newest first. */
export async function listActs(db: Database, { cursor, limite }: PageInput): Promise<Page<AuditEntry>> {
  const rows = await db
    .select({
      id: adminActs.id,
      ato: adminActs.ato,
      admin_nome: admins.nome,
      alvo_nome: targets.nome,
      alvo_email: targets.email,
      detalhe: adminActs.detalhe,
      ip: adminActs.ip,
      feito_em: adminActs.feito_em,
    })
    .from(adminActs)
    .leftJoin(admins, eq(admins.id, adminActs.admin_id))
    .leftJoin(targets, eq(targets.id, adminActs.alvo_id))
    .where(lt(adminActs.id, cursorId(cursor)))
    .orderBy(desc(adminActs.id))
    .limit(limite + 1);
  return toPage(rows, limite);
}

/** As long as a consumer may claim damages (Código de Defesa do Consumidor, art. 27). */
const KEPT_YEARS = 5;

/** Forgets what was done longer ago than that, a day later: the database refuses it before, by its own clock. Ids are ordered by time, so theirs is the index that finds it. */
export async function forgetOldActs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - DAY_MS);
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS);
  await db.delete(adminActs).where(lt(adminActs.id, newId(before)));
}
