import type { FakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import type postgres from 'postgres';
import { PASSWORD, PASSWORD_HASH } from '../../harness/login';
import { newId } from '../../harness/new-id';
import { post, read } from '../caller';
import type { Random } from '../part';

/** Somebody who pays, or an admin, with what is remembered between servers. */
export interface Person {
  id: string;
  email: string;
  token: string | null;
  /** A submission that was not answered: its key, under which it is sent again. */
  unclearKey: string | null;
  hasRenewal: boolean;
}

/** What the acts work with. */
export interface Shop {
  fake: FakeMercadoPago;
  sql: postgres.Sql;
  random: Random;
  /** They pay by card and Pix. */
  payers: readonly Person[];
  /** They let a card be charged again and again. */
  subscribers: readonly Person[];
  admin: Person;
  /** Orders whose last notification was not taken: Mercado Pago sends it again. */
  undelivered: Set<string>;
  count(what: string): void;
}

/** Puts people into the database, as if they had signed up. */
export async function addPeople(
  sql: postgres.Sql,
  { name, count, isAdmin = false }: { name: string; count: number; isAdmin?: boolean },
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    email: `${name}${index}@bench.example`,
  }));
  for (const { id, email } of people) {
    await sql`INSERT INTO usuarios (id, nome, email, senha_hash, is_admin)
      VALUES (${id}, 'Bea Lima', ${email}, ${PASSWORD_HASH}, ${isAdmin})`;
  }
  return people.map((person) => ({ ...person, token: null, unclearKey: null, hasRenewal: false }));
}

/** Posts as a person, who signs in first where the session is over. */
export async function postAs(url: string, person: Person, call: { path: string; body: object }) {
  person.token ??= await signIn(url, person);
  const answer = await post(url, call.path, { token: person.token ?? '', body: call.body });
  if (answer.status !== 401) return answer;
  person.token = await signIn(url, person);
  return post(url, call.path, { token: person.token ?? '', body: call.body });
}

async function signIn(url: string, { email }: Person): Promise<string | null> {
  const { data } = await post(url, 'api/auth/login', { body: { email, senha: PASSWORD } });
  const token = read(data, 'access_token');
  return typeof token === 'string' ? token : null;
}
