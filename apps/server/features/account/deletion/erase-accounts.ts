import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { endSessions } from '../../../core/security/sessions';
import { takeLease } from '../../../core/time/lease';
import { openGrantsOf, revokeGrants } from '../../connections/revocation';
import { enqueueEmail } from '../../mail/outbox';
import { ERASED_TABLES } from './erased-tables';
import { endRenewalsOfClosed } from './service';

/** Whatever was under way for the account has ended by then: requests and jobs have deadlines that are shorter. */
const GRACE_MS = 10 * 60_000;
/** In one statement, which on the embedded database everybody else waits for. */
const BATCH_SIZE = 200;
/** What is not done by then is done by the next look, here or on another server. */
const WORK_MS = 20_000;
const LEASE_MS = 60_000;
const MAX_ACCOUNTS = 50;

/**
 * Deletes the accounts whose seven days are over. First, in one transaction, the person: name, address, password, and
 * every way in. Then, in batches, everything that was theirs. Safe on any number of servers, and wherever one is killed
 * another goes on.
 */
export async function eraseDueAccounts(deps: Deps): Promise<void> {
  await endRenewalsOfClosed(deps);
  await forEach(await listDue(deps), async (id) => {
    if (await hasOpenMoney(deps.db, id)) return;
    const grants = await openGrantsOf(deps, id);
    if (await retryingDeadlocks(() => closeAccount(deps, id))) await revokeGrants(grants);
  });
  await forEach(await listClosed(deps), (id) => eraseRows(deps, id));
}

/** One that fails keeps no other waiting; it is told of once all had their turn. */
async function forEach(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function listDue({ db, clock }: Deps): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.exclusao_em, clock().toISOString()), isNull(users.apagado_em)))
    .orderBy(users.exclusao_em)
    .limit(MAX_ACCOUNTS);
  return rows.map(({ id }) => id);
}

async function listClosed({ db, clock }: Deps): Promise<string[]> {
  const before = new Date(clock().getTime() - GRACE_MS).toISOString();
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.exclusao_em), lte(users.apagado_em, before)))
    .orderBy(users.exclusao_em)
    .limit(MAX_ACCOUNTS);
  return rows.map(({ id }) => id);
}

/** Money may still move: the account waits, so that a charge is neither made nor lost behind its back. */
async function hasOpenMoney(tx: Database, id: string): Promise<boolean> {
  const isOpen = or(ne(renewals.situacao, 'encerrada'), isNotNull(renewals.avisado_em));
  const renewing = and(eq(renewals.usuario_id, id), isOpen);
  const paying = and(eq(payments.usuario_id, id), eq(payments.status, 'pendente'));
  return (await tx.$count(renewals, renewing)) + (await tx.$count(payments, paying)) > 0;
}

/**
 * From here on nothing leads back. Of this and a change of mind at the same moment only one takes effect. False where the
 * account stays.
 */
async function closeAccount(deps: Deps, id: string): Promise<boolean> {
  const now = deps.clock().toISOString();
  return deps.db.transaction(async (tx) => {
    // No payment or renewal begins while this row is locked.
    const [before] = await tx
      .select({ nome: users.nome, email: users.email })
      .from(users)
      .where(eq(users.id, id))
      .for('update');
    if (await hasOpenMoney(tx, id)) return false;
    const closed = await tx
      .update(users)
      .set({ ...toErasedUser(id), apagado_em: now })
      .where(and(eq(users.id, id), lte(users.exclusao_em, now), isNull(users.apagado_em)))
      .returning({ id: users.id });
    if (before === undefined || closed.length === 0) return false;
    await endSessions({ db: tx, clock: deps.clock }, id);
    for (const table of WAYS_IN) await deleteRows(tx, table, id);
    await tx
      .update(teamMembers)
      .set({ saiu_em: now })
      .where(
        and(or(eq(teamMembers.usuario_id, id), eq(teamMembers.pessoa_id, id)), isNull(teamMembers.saiu_em)),
      );
    await tx
      .update(payments)
      .set({
        bandeira: null,
        ultimos_digitos: null,
        pix_codigo: null,
        pix_expira_em: null,
        resumo_pedido: '',
      })
      .where(eq(payments.usuario_id, id));
    await enqueueEmail(tx, deps, { tipo: 'conta_apagada', dados: before });
    return true;
  });
}

/** Few rows each: keys and links of the account, its connections, and pages that are open to suppliers. */
const WAYS_IN = [
  'chaves_api',
  'links_conta',
  'duas_etapas',
  'convites_equipe',
  'conexoes',
  'autorizacoes',
  'listas_compra',
] as const;

const deleteRows = (db: Database, table: string, id: string) =>
  queryRows(db, sql`DELETE FROM ${sql.identifier(table)} WHERE usuario_id = ${id}::uuid`);

/** The address is free for a new account. */
function toErasedUser(id: string) {
  return {
    nome: 'Conta excluída',
    nome_loja: null,
    email: `${id}@conta-excluida.invalid`,
    senha_hash: '',
    plano: null,
    data_expiracao: null,
    is_admin: false,
    ativo: false,
  };
}

/** One server at a time: of two, one would find rows that the other holds, and their parents still needed. */
async function eraseRows(deps: Deps, id: string): Promise<void> {
  const lease = await takeLease(deps, { key: `exclusao:${id}`, durationMs: LEASE_MS });
  if (lease === null) return;
  try {
    const until = Date.now() + WORK_MS;
    for (const table of ERASED_TABLES) {
      if (!(await emptyTable(deps.db, { table, id, until }))) return;
    }
    await deps.db.update(users).set({ exclusao_em: null }).where(eq(users.id, id));
  } finally {
    await lease.release();
  }
}

interface Emptied {
  table: string;
  id: string;
  until: number;
}

/** False when time was up before the last row was gone. */
async function emptyTable(db: Database, { table, id, until }: Emptied): Promise<boolean> {
  const name = sql.identifier(table);
  for (;;) {
    const gone = await queryRows(
      db,
      sql`DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${name} WHERE usuario_id = ${id}::uuid LIMIT ${BATCH_SIZE}))
          RETURNING 1 AS um`,
    );
    if (gone.length < BATCH_SIZE) return true;
    if (Date.now() > until) return false;
  }
}
