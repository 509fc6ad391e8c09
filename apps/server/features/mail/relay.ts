import { emails } from '@esteira/db/schema/platform/emails';
import { and, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { MailError } from '../../core/mail';
import type { Composers, EmailData, EmailKind } from './composer';
import { toSealName } from './outbox';

const BATCH = 5;
/** Longer than sending one may take. */
const CLAIM_MS = 2 * 60_000;
const MAX_PAUSE_MS = 5 * 60_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** `discarded`: without a recipient, too late to be of use, or refused for good. */
export type EmailOutcome = 'sent' | 'deferred' | 'discarded';

export interface MailWork {
  composers: Composers;
  /** Hears of every e-mail that did not leave. */
  onFailure: (error: unknown, outcome: EmailOutcome) => void;
  /** Hears of every try. */
  onTry?: ((outcome: EmailOutcome) => void) | undefined;
}

type Claimed = typeof emails.$inferSelect;

/**
 * Sends what is due, on any number of servers: each e-mail is claimed first. While the mail server is away e-mails
 * wait, longer after every try, until they are of no more use.
 */
export async function sendDueEmails(deps: Deps, work: MailWork): Promise<void> {
  if (deps.mail === null) return;
  for (;;) {
    const claimed = await claim(deps);
    const sent = await Promise.all(claimed.map((email) => sendOne(deps, email, work)));
    if (claimed.length < BATCH || !sent.includes(true)) return;
  }
}

async function claim({ db, clock }: Deps): Promise<Claimed[]> {
  const now = clock();
  const due = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.situacao, 'na_fila'), lte(emails.proxima_tentativa, now.toISOString())))
    .orderBy(emails.proxima_tentativa)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return db
    .update(emails)
    .set({
      proxima_tentativa: new Date(now.getTime() + CLAIM_MS).toISOString(),
      tentativas: sql`${emails.tentativas} + 1`,
    })
    .where(inArray(emails.id, due))
    .returning();
}

async function sendOne(deps: Deps, claimed: Claimed, work: MailWork): Promise<boolean> {
  try {
    const email = isTooLate(deps, claimed) ? null : await compose(deps, claimed, work.composers);
    if (email !== null) await deps.mail?.send(email, claimed.id);
    work.onTry?.(email === null ? 'discarded' : 'sent');
    await finish(deps, claimed, email === null ? 'descartado' : 'enviado');
    return true;
  } catch (error) {
    await recordFailure(deps, claimed, { work, error });
    return false;
  }
}

async function recordFailure(
  deps: Deps,
  claimed: Claimed,
  { work, error }: { work: MailWork; error: unknown },
): Promise<void> {
  const isFinal = error instanceof MailError && error.isFinal;
  const outcome = isFinal ? 'discarded' : 'deferred';
  work.onFailure(error, outcome);
  work.onTry?.(outcome);
  if (isFinal) await finish(deps, claimed, 'descartado');
  else await putBack(deps, claimed);
}

const isTooLate = ({ clock }: Deps, { desistir_em }: Claimed) => Date.parse(desistir_em) <= clock().getTime();

async function compose(deps: Deps, { id, tipo, conteudo, criado_em }: Claimed, composers: Composers) {
  if (conteudo === null) return null;
  const dados: EmailData[EmailKind] = JSON.parse(deps.tokenCipher.open(conteudo, toSealName(id)));
  const write = composers[tipo] as (
    deps: Deps,
    dados: EmailData[EmailKind],
    origin: { id: string; criadoEm: Date },
  ) => ReturnType<Composers[EmailKind]>;
  return write(deps, dados, { id, criadoEm: new Date(criado_em) });
}

/** Still as it was claimed; not any more when the claim ran out and somebody else has it. */
const stillMine = ({ id, tentativas }: Claimed) =>
  and(eq(emails.id, id), eq(emails.situacao, 'na_fila'), eq(emails.tentativas, tentativas));

async function finish({ db }: Deps, claimed: Claimed, situacao: 'enviado' | 'descartado'): Promise<void> {
  await db.update(emails).set({ situacao, conteudo: null }).where(stillMine(claimed));
}

async function putBack({ db, clock }: Deps, claimed: Claimed): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** Math.min(claimed.tentativas, 12));
  const proxima_tentativa = new Date(clock().getTime() + pause).toISOString();
  await db.update(emails).set({ proxima_tentativa }).where(stillMine(claimed));
}

/** What was sent is kept for a week without its content. */
export async function deleteOldEmails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(emails).where(and(ne(emails.situacao, 'na_fila'), lt(emails.criado_em, before)));
}
