import { createHash } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { type ACCOUNT_LINK_KINDS, accountLinks } from '@esteira/db/schema/accounts/account-links';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../context';
import { invalidField } from '../errors';
import type { NowAndBefore } from './keys';

type LinkKind = (typeof ACCOUNT_LINK_KINDS)[number];

/** Used and expired ones are kept this long. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

interface NewLink {
  /** The same id makes the same link: a letter that is worded twice holds one address. */
  id: string;
  usuarioId: string;
  tipo: LinkKind;
  email?: string;
  expiraEm: Date;
}

/** Makes a link that works once; answers the secret that stands in its address and nowhere else. */
export async function createAccountLink(
  { db, digests }: Pick<Deps, 'db' | 'digests'>,
  link: NewLink,
): Promise<string> {
  const tokens = digests(`link-conta:${link.id}`);
  const made = await db
    .insert(accountLinks)
    .values({
      usuario_id: link.usuarioId,
      id: link.id,
      tipo: link.tipo,
      resumo: toSummary(tokens[0]),
      email: link.email ?? null,
      expira_em: link.expiraEm.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: accountLinks.id });
  if (made.length > 0) return tokens[0];
  const [stored] = await db
    .select({ resumo: accountLinks.resumo })
    .from(accountLinks)
    .where(and(eq(accountLinks.usuario_id, link.usuarioId), eq(accountLinks.id, link.id)));
  return pickToken(tokens, stored?.resumo);
}

/** Of the secrets that a link may hold, one by each key of the server, the one whose summary is stored. */
export const pickToken = (tokens: NowAndBefore<string>, resumo: string | undefined): string =>
  tokens.find((token) => toSummary(token) === resumo) ?? tokens[0];

/** What is stored of the secret in a link. */
export function toSummary(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const works = (tipo: LinkKind, token: string, now: Date) =>
  and(
    eq(accountLinks.resumo, toSummary(token)),
    eq(accountLinks.tipo, tipo),
    isNull(accountLinks.usado_em),
    gt(accountLinks.expira_em, now.toISOString()),
  );

/** The link that would be used; null for one that is used, expired, altered, or of another kind. */
export async function findAccountLink({ db, clock }: Deps, tipo: LinkKind, token: string) {
  const [link] = await db
    .select()
    .from(accountLinks)
    .where(works(tipo, token, clock()));
  return link ?? null;
}

/** Uses a link up, in the transaction of what it allows: of two at once only one gets it. Null where it does not work any more. */
export async function takeAccountLink(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  { tipo, token }: { tipo: LinkKind; token: string },
) {
  const now = clock();
  const [link] = await tx
    .update(accountLinks)
    .set({ usado_em: now.toISOString() })
    .where(works(tipo, token, now))
    .returning();
  return link ?? null;
}

/**
 * The same for what was sent by e-mail.
 * @throws AppError when it does not work any more.
 */
export async function useAccountLink(
  tx: Database,
  deps: Pick<Deps, 'clock'>,
  which: { tipo: LinkKind; token: string },
) {
  const link = await takeAccountLink(tx, deps, which);
  if (link === null) throw deadLink();
  return link;
}

/** Takes away what other links of this kind the user has. */
export async function revokeAccountLinks(
  tx: Database,
  { clock }: Pick<Deps, 'clock'>,
  { tipo, usuarioId }: { tipo: LinkKind; usuarioId: string },
): Promise<void> {
  await tx
    .update(accountLinks)
    .set({ usado_em: clock().toISOString() })
    .where(
      and(eq(accountLinks.usuario_id, usuarioId), eq(accountLinks.tipo, tipo), isNull(accountLinks.usado_em)),
    );
}

export function deadLink() {
  return invalidField('token', 'Este link não vale mais: já foi usado, venceu ou está incompleto.');
}

export async function forgetOldLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString();
  await db.delete(accountLinks).where(lt(accountLinks.expira_em, before));
}
