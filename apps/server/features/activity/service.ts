import type { Database } from '@esteira/db/database';
import { activities } from '@esteira/db/schema/accounts/activities';
import { teamMembers } from '@esteira/db/schema/accounts/team';
import { users } from '@esteira/db/schema/accounts/users';
import { SIGN_INS } from '@esteira/domain/accounts/activity';
import type { ActivityEntry, ActivityFilter, ActivityInput } from '@esteira/validators/accounts/activity';
import type { Page, PageInput } from '@esteira/validators/wire/page';
import { and, desc, eq, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { AppError } from '../../core/errors';
import { isEntityId, isMadeWithin } from '../../core/ids';
import { cursorId, toPage } from '../../core/paging';

const authors = alias(users, 'autor');
const shops = alias(users, 'loja');

/** What was done in a shop, newest first. Fails with `not_found` for an author who never did anything there. */
export const listShopActivity = async (db: Database, usuarioId: string, input: ActivityInput) =>
  listActivity(db, await whereInShop(db, usuarioId, input), input);

/** The same over all shops, for admins. */
export const listAllActivity = async (db: Database, input: ActivityInput) =>
  listActivity(db, whereAnywhere(input), input);

/** A person's own sign-ins. */
export const listOwnSignIns = (db: Database, personId: string, page: PageInput) =>
  listActivity(db, and(eq(activities.autor_id, personId), inArray(activities.ato, SIGN_INS)), page);

/** What was done in a shop under a filter. Fails with `not_found` for an author who never did anything there. */
export async function whereInShop(db: Database, usuarioId: string, filter: ActivityFilter) {
  const { autor } = filter;
  const known = autor === undefined ? [] : await listAuthors(db, usuarioId);
  if (autor !== undefined && !known.some(({ id }) => id === autor.toLowerCase())) throw authorNotFound();
  return and(eq(activities.usuario_id, usuarioId), whereActivity(filter));
}

/** The same over all shops. */
export function whereAnywhere(filter: ActivityFilter): SQL | undefined {
  if (filter.autor !== undefined && !isEntityId(filter.autor)) throw authorNotFound();
  return whereActivity(filter);
}

const authorNotFound = () => new AppError('not_found', 'Pessoa ou chave não encontrada');

const whereActivity = ({ ato, autor, de, ate }: ActivityFilter) =>
  and(
    ato && eq(activities.ato, ato),
    autor === undefined ? undefined : or(eq(activities.autor_id, autor), eq(activities.chave_id, autor)),
    ...isMadeWithin({ id: activities.id, at: activities.em }, { de, ate }),
  );

/** Everybody who is or was in the shop, and the API keys that did something. */
export async function listAuthors(db: Database, usuarioId: string): Promise<{ id: string; nome: string }[]> {
  const ofTeam = db
    .select({ id: teamMembers.pessoa_id })
    .from(teamMembers)
    .where(eq(teamMembers.usuario_id, usuarioId));
  const people = await db
    .select({ id: users.id, nome: users.nome })
    .from(users)
    .where(or(eq(users.id, usuarioId), inArray(users.id, ofTeam)))
    .orderBy(users.nome);
  const keys = await db
    .selectDistinctOn([activities.chave_id], { id: activities.chave_id, nome: activities.chave_nome })
    .from(activities)
    .where(and(eq(activities.usuario_id, usuarioId), isNotNull(activities.chave_id)))
    .orderBy(activities.chave_id);
  return [...people, ...keys.map(({ id, nome }) => ({ id: id ?? '', nome: nome ?? '' }))];
}

/** A page of what was done, newest first. */
export async function listActivity(
  db: Database,
  where: SQL | undefined,
  { cursor, limite }: PageInput,
): Promise<Page<ActivityEntry>> {
  const rows = await db
    .select({
      id: activities.id,
      ato: activities.ato,
      resultado: activities.resultado,
      autor_nome: authors.nome,
      chave_nome: activities.chave_nome,
      loja_nome: shops.nome,
      alvo: activities.alvo,
      quantidade: activities.quantidade,
      com_busca: activities.com_busca,
      ip: activities.ip,
      dispositivo: activities.dispositivo,
      em: activities.em,
    })
    .from(activities)
    .leftJoin(authors, eq(authors.id, activities.autor_id))
    .leftJoin(shops, eq(shops.id, activities.usuario_id))
    .where(and(where, lt(activities.id, cursorId(cursor))))
    .orderBy(desc(activities.id))
    .limit(limite + 1);
  return toPage(rows, limite);
}
