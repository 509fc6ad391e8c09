import type { Database } from '@esteira/db/database';
import { setToNew } from '@esteira/db/expressions';
import { readNotices } from '@esteira/db/schema/accounts/read-notices';
import { users } from '@esteira/db/schema/accounts/users';
import { MAX_NOTICES, MAX_UNREAD_SHOWN } from '@esteira/domain/accounts/notices';
import type { Notice, NoticeList, UnreadNotices } from '@esteira/validators/accounts/notices';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { listFeeChanges, listMarginFalls, type MarginFall } from '../costs/margins/fallen-margins';
import { listNewest } from './queries';

type NoticeDeps = Pick<Deps, 'db' | 'clock'>;

/** The newest sales and the newest other notices of a shop, newest first; those later than `lido_ate` are unread by the person who looks. */
export async function listNotices(deps: NoticeDeps, { usuarioId, atorId }: Actor): Promise<NoticeList> {
  const since = new Date(0).toISOString();
  const [lido_ate, newest, falls] = await Promise.all([
    getReadUntil(deps.db, atorId),
    listNewest(deps.db, { usuarioId, atorId, since, limit: MAX_NOTICES }),
    listMarginFalls(deps, usuarioId),
  ]);
  const all = [...newest, ...falls.map(toFallNotice)].sort(newestFirst);
  const first = (isSale: boolean) =>
    all.filter(({ tipo }) => (tipo === 'venda') === isSale).slice(0, MAX_NOTICES);
  return { itens: [...first(true), ...first(false)].sort(newestFirst), lido_ate };
}

/** How many notices are unread, counted to one more than is shown. */
export async function countUnread(deps: NoticeDeps, { usuarioId, atorId }: Actor): Promise<UnreadNotices> {
  const since = await getReadUntil(deps.db, atorId);
  const [newest, falls] = await Promise.all([
    listNewest(deps.db, { usuarioId, atorId, since, limit: MAX_UNREAD_SHOWN + 1 }),
    countNewFalls(deps, usuarioId, since),
  ]);
  return { nao_lidos: Math.min(newest.length + falls, MAX_UNREAD_SHOWN + 1) };
}

/** Products are only looked at while a change of fees is unread. */
async function countNewFalls(deps: NoticeDeps, usuarioId: string, since: string): Promise<number> {
  if (!(await listFeeChanges(deps)).some(({ em }) => em > since)) return 0;
  return (await listMarginFalls(deps, usuarioId)).filter(({ em }) => em > since).length;
}

const toFallNotice = ({ dia, em, ids, margem_minima }: MarginFall): Notice => ({
  ...{ id: `tarifas-${dia}`, tipo: 'tarifas', em, dia },
  ...{ produtos: ids.length, margem_minima },
});

const newestFirst = (a: Notice, b: Notice) => Number(a.em < b.em) - Number(a.em > b.em);

/** The person has seen everything up to this moment; a marker that is further on already, and one in the future, stay behind. */
export async function markRead(deps: Deps, pessoaId: string, ate: string): Promise<void> {
  const now = deps.clock();
  const lido_ate = new Date(Math.min(Date.parse(ate), now.getTime())).toISOString();
  await deps.db
    .insert(readNotices)
    .values({ usuario_id: pessoaId, lido_ate })
    .onConflictDoUpdate({
      target: readNotices.usuario_id,
      set: setToNew(readNotices.lido_ate),
      setWhere: sql`excluded.lido_ate > ${readNotices.lido_ate}`,
    });
}

/** Whoever has never looked has read nothing since the account was made. */
async function getReadUntil(db: Database, pessoaId: string): Promise<string> {
  const [user] = await db
    .select({ lido_ate: readNotices.lido_ate, criado_em: users.criado_em })
    .from(users)
    .leftJoin(readNotices, eq(readNotices.usuario_id, users.id))
    .where(eq(users.id, pessoaId));
  if (user === undefined) throw new AppError('unauthenticated', 'Faça login para continuar');
  return user.lido_ate ?? user.criado_em;
}
