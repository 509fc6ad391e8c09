import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { makeTwoStepUser, PASSWORD, showCode } from '../../testing/accounts/two-step';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;
const AT_ONCE = 8;

let server: TestServer;
/** Another instance on the same database: attempts of one instance stand in line. */
let others: Awaited<ReturnType<typeof buildApp>>[];
let elapsed = 0;
const clock = () => new Date(Date.now() + elapsed);

beforeAll(async () => {
  server = await createTestServer({ deps: { clock } });
  const make = () => buildApp(createTestDeps(server.db, { clock }));
  others = await Promise.all(Array.from({ length: AT_ONCE }, make));
});
afterAll(async () => {
  for (const other of others) await other.close();
  await server.close();
});

async function challenge(email: string): Promise<string> {
  return (await server.call('POST', '/api/auth/login', { body: { email, senha: PASSWORD } })).body.desafio;
}

/** Hands the codes in at once, each to another instance; answers the statuses. */
function passAtOnce(attempts: { desafio: string; codigo: string }[]): Promise<number[]> {
  return Promise.all(
    attempts.map(async (payload, index) => {
      const app = others[index] ?? server.app;
      return (await app.inject({ method: 'POST', url: '/api/auth/segundo-passo', payload })).statusCode;
    }),
  );
}

const tally = (statuses: number[]) => [...statuses].sort();
const ONE_WINS = [200, ...Array<number>(AT_ONCE - 1).fill(422)];

it.each(['the app', 'recovery'])(
  'one code of %s with several challenges lets one in, in every round',
  async (kind) => {
    for (let round = 0; round < 5; round += 1) {
      elapsed = 0;
      const user = await makeTwoStepUser(server);
      elapsed = MINUTE;
      const codigo = kind === 'recovery' ? (user.recoveryCodes[0] ?? '') : showCode(user.secret, clock());
      const challenges = await Promise.all(Array.from({ length: AT_ONCE }, () => challenge(user.email)));
      const statuses = await passAtOnce(challenges.map((desafio) => ({ desafio, codigo })));
      expect(tally(statuses), `round ${round}`).toEqual(ONE_WINS);
    }
  },
);

it('one challenge with several codes lets one in, and uses up that code alone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await makeTwoStepUser(server);
    const desafio = await challenge(user.email);
    const statuses = await passAtOnce(
      user.recoveryCodes.slice(0, AT_ONCE).map((codigo) => ({ desafio, codigo })),
    );
    expect(tally(statuses), `round ${round}`).toEqual(ONE_WINS);
    const state = await server.call('GET', '/api/conta/duas-etapas', { token: user.token });
    expect(state.body).toMatchObject({ codigos_restantes: 9 });
  }
});

it('wrong codes at several instances are no more than ten', async () => {
  const user = await makeTwoStepUser(server);
  const challenges = await Promise.all(Array.from({ length: 24 }, () => challenge(user.email)));
  const statuses = await passAtOnce(challenges.map((desafio) => ({ desafio, codigo: '000000' })));
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
});
