import { runs } from '@esteira/config/vitest/runs';
import { queryRows } from '@esteira/db/database';
import { createRandom } from '@esteira/db/demo/random';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { newId } from '@esteira/db/schema/columns';
import { authorizations, connections } from '@esteira/db/schema/platform/connections';
import { emails } from '@esteira/db/schema/platform/emails';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { deriveKeys } from '../../../core/security/keys';
import { createSessionTokens } from '../../../core/security/session-tokens';
import { createTokenCipher, type TokenCipher } from '../../../core/security/token-cipher';
import { toTwoStepSealName } from '../../../core/security/two-step/two-step';
import { connectAccount, testCipher } from '../../../testing/accounts/accounts';
import { findToken, sendEmails } from '../../../testing/mail';
import { openMailHarness } from '../../../testing/mail-harness';
import { makeUser, type TestUser, unique } from '../../../testing/makers';
import { TEST_SECRET, TEST_TOKEN_KEY } from '../../../testing/server';
import { takeRenewalLease } from '../../connections/renewal';
import { toIdentity } from '../../connections/tokens';
import { toSealName } from '../../mail/outbox';
import { countSealed, describeKeys, resealValues } from './reseal';
import { SEALED_COLUMNS } from './sealed-values';

const NEW_KEY = 'a new key for tests of thirty-two bytes or more';
const newOnly = createTokenCipher(NEW_KEY);
const both = createTokenCipher(NEW_KEY, TEST_TOKEN_KEY);

const harness = openMailHarness({ deps: { publicUrl: () => 'https://e.test' } });
let seller: TestUser;

const keysWith = (tokenCipher: TokenCipher) => ({ ...harness.server.deps, tokenCipher });
const key = () => ({ usuarioId: seller.id, marketplace: 'mercadolivre' as const, contaId: 1 });

beforeEach(async () => {
  const { db } = harness.server;
  for (const table of [connections, twoStep, emails, authorizations]) await db.delete(table);
  seller = await makeUser(harness.server);
});

/** A value of every column that is sealed, by the key of before. */
async function fill(): Promise<string> {
  const { db } = harness.server;
  const previous = testCipher.seal('before', toIdentity(key(), 'renovacao'));
  await connectAccount(harness.server, seller, {
    marketplace: 'mercadolivre',
    token_renovacao_anterior: previous,
    seladas_em: null,
  });
  const segredo = testCipher.seal('SECRET', toTwoStepSealName(seller.id));
  await db.insert(twoStep).values({ usuario_id: seller.id, segredo });
  const [id, now] = [newId(), new Date().toISOString()];
  const conteudo = testCipher.seal('{}', toSealName(id));
  const moments = { criado_em: now, proxima_tentativa: now, desistir_em: now };
  await db.insert(emails).values({ id, tipo: 'senha_alterada', conteudo, ...moments });
  const verificador = testCipher.seal('verifier', 'any');
  await db.insert(authorizations).values({
    ...{ estado: unique('state'), usuario_id: seller.id, marketplace: 'mercadolivre', verificador },
    expira_em: now,
  });
  return id;
}

async function readValues(id: string, cipher: TokenCipher) {
  const { db } = harness.server;
  const [row] = await db.select().from(connections).where(eq(connections.usuario_id, seller.id));
  const [step] = await db.select().from(twoStep).where(eq(twoStep.usuario_id, seller.id));
  const [email] = await db.select().from(emails).where(eq(emails.id, id));
  const refresh = toIdentity(key(), 'renovacao');
  return [
    cipher.open(row?.token_acesso ?? '', toIdentity(key(), 'acesso')),
    cipher.open(row?.token_renovacao ?? '', refresh),
    cipher.open(row?.token_renovacao_anterior ?? '', refresh),
    cipher.open(step?.segredo ?? '', toTwoStepSealName(seller.id)),
    cipher.open(email?.conteudo ?? '', toSealName(id)),
  ];
}

it('seals every value again with the key of now, by two servers at once', async () => {
  const id = await fill();
  expect(await countSealed(keysWith(both))).toEqual({ atual: 0, anterior: 6, sem_chave: 0 });
  await Promise.all([resealValues(keysWith(both)), resealValues(keysWith(both))]);
  await resealValues(keysWith(both));
  expect(await readValues(id, newOnly)).toEqual(['access', 'refresh', 'before', 'SECRET', '{}']);
  const counts = await countSealed(keysWith(both));
  expect(counts).toEqual({ atual: 5, anterior: 1, sem_chave: 0 });
  expect(describeKeys(counts)).toEqual(['Chave nova em 83 % dos valores: não retire a anterior ainda']);
  await harness.server.db.delete(authorizations);
  expect(describeKeys(await countSealed(keysWith(both)))).toEqual([
    'Nenhum valor usa a chave anterior: pode retirá-la',
  ]);
  const [stamped] = await harness.server.db
    .select()
    .from(connections)
    .where(isNotNull(connections.seladas_em));
  expect(stamped?.usuario_id).toBe(seller.id);
});

it('knows every column with sealed values', async () => {
  await fill();
  const texts = await queryRows<{ tabela: string; coluna: string }>(
    harness.server.db,
    sql`SELECT table_name AS tabela, column_name AS coluna FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'text'`,
  );
  const sealed: string[] = [];
  for (const { tabela, coluna } of texts) {
    const [name, table] = [sql.identifier(coluna), sql.identifier(tabela)];
    const found = await queryRows(
      harness.server.db,
      sql`SELECT 1 AS um FROM ${table} WHERE ${name} ~ '^v2[.][0-9a-f]{8}[.]' LIMIT 1`,
    );
    if (found.length > 0) sealed.push(coluna);
  }
  expect(sealed.toSorted()).toEqual(SEALED_COLUMNS.map(({ column }) => column.name).toSorted());
});

it('leaves what is being renewed to the renewal', async () => {
  const id = await fill();
  const lease = await takeRenewalLease(harness.server.deps, key());
  await resealValues(keysWith(both));
  expect((await readValues(id, both)).slice(0, 3)).toEqual(['access', 'refresh', 'before']);
  expect(await countSealed(keysWith(both))).toMatchObject({ atual: 2, anterior: 4 });
  await lease?.release();
  await resealValues(keysWith(both));
  expect(await countSealed(keysWith(both))).toMatchObject({ atual: 5, anterior: 1 });
});

/** Letters that a key sealed, in one statement. */
async function addLetters(count: number, cipher: TokenCipher): Promise<void> {
  const now = new Date().toISOString();
  const moments = { criado_em: now, proxima_tentativa: now, desistir_em: now };
  const letters = Array.from({ length: count }, () => newId()).map((id) => {
    const conteudo = cipher.seal(id, toSealName(id));
    return { id, tipo: 'senha_alterada' as const, conteudo, ...moments };
  });
  await harness.server.db.insert(emails).values(letters);
}

/** A server that dies at a statement to come. */
function dyingAfter(writes: number) {
  let left = writes;
  const db = new Proxy(harness.server.db, {
    get(target, name, receiver) {
      if (name === 'update' && left-- === 0) throw new Error('killed');
      return Reflect.get(target, name, receiver);
    },
  });
  return { ...keysWith(both), db };
}

it('loses no value of thousands though the server is killed again and again', {
  timeout: 60_000,
}, async () => {
  const total = runs(2_500);
  await addLetters(total, testCipher);
  const random = createRandom(36);
  for (let sealed = 0; sealed < total; ) {
    await resealValues(dyingAfter(random.between(1, total / 3))).catch(() => undefined);
    const counts = await countSealed(keysWith(both));
    expect(counts).toMatchObject({ anterior: total - counts.atual, sem_chave: 0 });
    expect(counts.atual).toBeGreaterThan(sealed);
    sealed = counts.atual;
  }
  const letters = await harness.server.db.select().from(emails);
  expect(letters.filter(({ id, conteudo }) => newOnly.open(conteudo ?? '', toSealName(id)) !== id)).toEqual(
    [],
  );
});

it('leaves what no key of the server opens, beyond a page of it too, and tells how many there are', async () => {
  const id = await fill();
  const { db } = harness.server;
  await addLetters(201, createTokenCipher('a lost key for tests of thirty-two bytes or more'));
  // In order of ids the one that opens comes last.
  const last = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  const conteudo = testCipher.seal('{}', toSealName(last));
  await db.update(emails).set({ id: last, conteudo }).where(eq(emails.id, id));
  await resealValues(keysWith(both));
  const counts = await countSealed(keysWith(both));
  expect(counts).toEqual({ atual: 5, anterior: 1, sem_chave: 201 });
  expect(describeKeys({ ...counts, anterior: 0 })).toEqual([
    'Nenhum valor usa a chave anterior: pode retirá-la',
    '201 valores não abrem com as chaves deste servidor',
  ]);
  const [moved] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.id, last)));
  expect(newOnly.open(moved?.conteudo ?? '', toSealName(last))).toBe('{}');
});

it('signs no user out, and letters worded before lead on, while the secret before is given', async () => {
  const { deps } = harness.server;
  const { token } = seller;
  const invite = async (email: string) => {
    const body = { email, papel: 'leitura' };
    const headers = { authorization: `Bearer ${token}` };
    const url = '/trpc/team.invite';
    expect(
      (await harness.server.app.inject({ method: 'POST', url, headers, payload: body })).statusCode,
    ).toBe(200);
  };
  const email = `${unique('pessoa')}@exemplo.com.br`;
  await invite(email);
  const keys = deriveKeys(NEW_KEY, TEST_SECRET);
  const before = { digest: deps.digest, digests: deps.digests, tokens: deps.tokens };
  const tokens = createSessionTokens(keys.session, deps.clock);
  Object.assign(deps, { digest: keys.digest, digests: keys.digests, tokens });
  try {
    expect(await sendEmails(deps)).toEqual([]);
    const link = findToken(harness.mail.server, email);
    const url = `/trpc/team.readInvitation`;
    const read = await harness.server.app.inject({ method: 'POST', url, payload: { token: link } });
    expect(read.json().result.data).toMatchObject({ email });
    expect((await harness.server.call('GET', '/api/auth/me', { token })).status).toBe(200);
    deps.tokens = createSessionTokens(deriveKeys(NEW_KEY).session, deps.clock);
    expect((await harness.server.call('GET', '/api/auth/me', { token })).status).toBe(401);
  } finally {
    Object.assign(deps, before);
  }
});
