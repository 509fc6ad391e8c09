import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTokenCipher, type TokenCipher } from '../../../core/security/token-cipher';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeUser } from '../../../testing/makers';
import { startServerProcess } from '../../../testing/programs/server-process';
import { createTestServer, TEST_SECRET, TEST_TOKEN_KEY, type TestServer } from '../../../testing/server';
import { killAndWait, toDatabaseVariables } from '../../../testing/server-crash';
import { toIdentity } from '../../connections/tokens';
import { countSealed, resealValues } from './reseal';

const NEW_KEY = 'a new key for tests of thirty-two bytes or more';
const SELLERS = 40;
/** Of each seller: both tokens of an account. */
const VALUES = 2 * SELLERS;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  for (let n = 0; n < SELLERS; n += 1) {
    await connectAccount(server, await makeUser(server), { marketplace: 'mercadolivre' });
  }
});
afterAll(() => server.close());

async function openAll(cipher: TokenCipher): Promise<Set<string | null>> {
  const rows = await server.db.select().from(connections);
  const opened = rows.flatMap((row) => {
    const key = { usuarioId: row.usuario_id, marketplace: row.marketplace, contaId: row.conta_id };
    return [
      cipher.open(row.token_acesso ?? '', toIdentity(key, 'acesso')),
      cipher.open(row.token_renovacao ?? '', toIdentity(key, 'renovacao')),
    ];
  });
  expect(opened).toHaveLength(VALUES);
  return new Set(opened);
}

it('a server that is killed while it seals again leaves all values to be opened, and another one seals the rest', async () => {
  const both = createTokenCipher(NEW_KEY, TEST_TOKEN_KEY);
  const deps = { ...server.deps, tokenCipher: both };
  const victim = await startServerProcess({
    ...toDatabaseVariables(server),
    JWT_SECRET: TEST_SECRET,
    TOKEN_ENCRYPTION_KEY: NEW_KEY,
    TOKEN_ENCRYPTION_KEY_PREVIOUS: TEST_TOKEN_KEY,
  });
  while ((await countSealed(deps)).atual === 0);
  await killAndWait(server, victim);
  expect(await openAll(both)).toEqual(new Set(['access', 'refresh']));
  // After the leases of the dead one.
  await resealValues({ ...deps, clock: () => new Date(Date.now() + 10 * MINUTE_MS) });
  expect(await countSealed(deps)).toEqual({ atual: VALUES, anterior: 0, sem_chave: 0 });
  expect(await openAll(createTokenCipher(NEW_KEY))).toEqual(new Set(['access', 'refresh']));
});
