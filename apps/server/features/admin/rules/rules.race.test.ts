import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { CURRENT_RULES } from '@esteira/domain/profit/rules/current-rules';
import { findRuleProblems } from '@esteira/domain/profit/rules/rule-problems';
import { resolveRules } from '@esteira/domain/profit/rules/stored-table';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyAudit } from '../../../testing/empty-audit';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { listStoredRules, toFeeRules } from '../../costs/rules/added-rules';

let server: TestServer;
let admins: TestUser[];
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date('2026-11-23T15:00:00Z') } });
  admins = await Promise.all([1, 2, 3, 4].map(() => makeUser(server, { is_admin: true })));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.delete(feeRules);
  await emptyAudit(server.db);
});

const games = (percentual: number, vale_de: string) => ({
  ...{ tipo: 'commission', marketplace: 'mercadolivre', categoria: 'Games', tipo_anuncio: 'classico' },
  ...{ vale_de, vale_ate: null, confianca: 'confirmed', minimo: 0, faixas: [{ ate: null, percentual }] },
  endereco: 'https://exemplo.com.br/tarifas',
});

const add = ({ token }: TestUser, regra: object) =>
  server.call('POST', '/trpc/admin.changeRules', {
    token,
    body: { incluir: [{ fonte: 'Central de vendedores', regra }] },
  });

it('of admins who add a rule for the same sales and day at once one does, the others are told', async () => {
  for (let round = 0; round < 10; round += 1) {
    await server.db.delete(feeRules);
    const answers = await Promise.all(
      admins.map((admin, index) => add(admin, games(14 + index, '2026-12-01'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await server.db.select().from(feeRules)).toHaveLength(1);
  }
  expect(await server.db.select().from(adminActs)).toHaveLength(10);
});

it('rules of different days come behind one another, whoever was first, and never overlap', async () => {
  for (let round = 0; round < 10; round += 1) {
    await server.db.delete(feeRules);
    const answers = await Promise.all(
      admins.map((admin, index) => add(admin, games(14 + index, `2026-12-0${index + 1}`))),
    );
    // Behind a later one an earlier one would hold at the same time.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { rules, idle } = resolveRules(toFeeRules(await listStoredRules(server.db)));
    expect(idle).toEqual([]);
    expect(rules).toHaveLength(CURRENT_RULES.length + answers.filter(({ status }) => status === 200).length);
    expect(findRuleProblems(rules)).toEqual([]);
  }
});
