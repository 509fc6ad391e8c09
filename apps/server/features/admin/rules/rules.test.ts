import type { Database } from '@esteira/db/database';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { feeRules } from '@esteira/db/schema/costs/fee-rules';
import { CURRENT_RULES } from '@esteira/domain/profit/rules/current-rules';
import { ruleChangeInput } from '@esteira/validators/administration/admin-fee-rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAudit } from '../../../testing/empty-audit';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { changeRules } from './change-rules';

let server: TestServer;
let now: Date;
let admin: TestUser;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date('2026-11-23T15:00:00Z');
  await server.db.delete(feeRules);
  await server.db.execute(sql`ALTER SEQUENCE regras_tarifa_numero_seq RESTART`);
  await emptyAudit(server.db);
  admin = await makeUser(server, { is_admin: true, nome: 'Adélia' });
});

const SHIPPED = 'ml-commission-classico-games';
const SOURCE = 'Central de vendedores, 20/11/2026';

/** Games on Mercado Livre, 'Clássico': 13 % in the rules that ship. */
const games = (changes: object = {}) => ({
  ...{ tipo: 'commission', marketplace: 'mercadolivre', categoria: 'Games', tipo_anuncio: 'classico' },
  ...{ vale_de: '2026-12-01', vale_ate: null, confianca: 'confirmed', minimo: 0 },
  ...{ endereco: 'https://exemplo.com.br/tarifas', faixas: [{ ate: null, percentual: 15 }] },
  ...changes,
});
const adding = (...rules: object[]) => ({ incluir: rules.map((regra) => ({ fonte: SOURCE, regra })) });

const change = (body: object, token = admin.token) =>
  server.call('POST', '/trpc/admin.changeRules', { token, body });
const preview = (body: object) =>
  server.call('POST', '/trpc/admin.previewRules', { token: admin.token, body });
const ask = (input: object) =>
  server.call('GET', `/trpc/admin.rules?input=${encodeURIComponent(JSON.stringify(input))}`, {
    token: admin.token,
  });
const list = async (input: object = {}) => (await ask(input)).body.result.data;
const find = async (id: string) =>
  (await list({ busca: id, limite: 50 })).itens.find((rule: { id: string }) => rule.id === id);
const refusal = (answer: { status: number; body: { error?: { message: string } } }) => [
  answer.status,
  answer.body.error?.message,
];

describe('a rule that an admin adds', () => {
  it('is listed with its source and its author, and ends the one before it', async () => {
    const answer = await change(adding(games()));
    expect(answer.body.result.data).toEqual({ incluidas: ['regra-1'] });
    expect(await find('regra-1')).toEqual({
      ...{ id: 'regra-1', situacao: 'futura', cobranca: '15%' },
      descricao: 'Tarifa de venda · Mercado Livre · Games · Clássico',
      regra: games(),
      ...{ motivo: null, fontes: ['https://exemplo.com.br/tarifas'] },
      acrescentada: { fonte: SOURCE, por: 'Adélia', em: expect.any(String), pode_retirar: true },
    });
    const shipped = await find(SHIPPED);
    expect(shipped).toMatchObject({ situacao: 'vigente', acrescentada: null });
    expect(shipped.regra.vale_ate).toBe('2026-11-30');
    now = new Date('2026-12-01T03:00:00Z');
    admin = await makeUser(server, { is_admin: true });
    expect((await find('regra-1')).situacao).toBe('vigente');
    expect((await find(SHIPPED)).situacao).toBe('encerrada');
  });

  it('stands in the audit, with what it says and where it was read', async () => {
    await change(adding(games()));
    const [act] = await server.db.select().from(adminActs);
    expect(act).toMatchObject({
      ...{ ato: 'regra_incluida', admin_id: admin.id },
      detalhe: `regra-1: Tarifa de venda · Mercado Livre · Games · Clássico, 15%, a partir de 01/12/2026 (${SOURCE})`,
    });
  });

  it('is taken out until it begins, and then stays', async () => {
    await change(adding(games()));
    expect((await change({ retirar: ['regra-1', 'regra-1'] })).status).toBe(200);
    expect(await server.db.select().from(feeRules)).toEqual([]);
    expect((await find(SHIPPED)).regra.vale_ate).toBeNull();
    const acts = await server.db.select({ ato: adminActs.ato }).from(adminActs);
    expect(acts.map(({ ato }) => ato).sort()).toEqual(['regra_incluida', 'regra_retirada']);
    // The audit names the first one for good.
    const again = await change(adding(games({ vale_de: '2026-11-23' })));
    expect(again.body.result.data).toEqual({ incluidas: ['regra-2'] });
    expect(refusal(await change({ retirar: ['regra-2'] }))).toEqual([
      409,
      'A regra regra-2 já começou a valer: inclua uma nova no lugar dela.',
    ]);
    expect(refusal(await change({ retirar: ['regra-9'] }))).toEqual([404, 'Regra não encontrada']);
  });

  it('with a last day lets the one before it hold again, which is listed once', async () => {
    const promotion = adding(games({ vale_ate: '2026-12-31' }));
    expect((await preview(promotion)).body.result.data.encerra).toMatchObject([
      { id: SHIPPED, termina: '2026-11-30', volta: '2027-01-01' },
    ]);
    await change(promotion);
    const shown = async (day: string) => {
      now = new Date(`${day}T15:00:00Z`);
      admin = await makeUser(server, { is_admin: true });
      const { itens } = await list({ busca: SHIPPED, limite: 50 });
      return itens.map((rule: { situacao: string; regra: { vale_de: string } }) => [
        rule.situacao,
        rule.regra.vale_de,
      ]);
    };
    expect(await shown('2026-11-24')).toEqual([['vigente', '2025-01-01']]);
    expect(await shown('2026-12-10')).toEqual([['encerrada', '2025-01-01']]);
    expect(await shown('2027-01-01')).toEqual([['vigente', '2027-01-01']]);
  });

  it('is added after all when the database ended it to break a deadlock', async () => {
    let attempts = 0;
    const db: Database = Object.create(server.db, {
      transaction: {
        value: (work: Parameters<Database['transaction']>[0]) => {
          attempts += 1;
          if (attempts > 1) return server.db.transaction(work);
          return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
        },
      },
    });
    const input = ruleChangeInput.parse(adding(games()));
    const changed = await changeRules({ db, clock: () => now }, { id: admin.id, ip: '127.0.0.1' }, input);
    expect([attempts, changed]).toEqual([2, { incluidas: ['regra-1'] }]);
  });
});

describe('a rule that was begun from another one', () => {
  const STALE = 'Esta regra foi alterada por outra pessoa. Veja o valor atual antes de salvar.';
  const OPENED = { id: SHIPPED, vale_de: '2025-01-01', vale_ate: null };
  const begunFrom = (substitui: object, changes: object) => ({
    incluir: [{ fonte: SOURCE, regra: games(changes), substitui }],
  });

  it('does not undo what another admin changed for the same sales since', async () => {
    expect((await change(begunFrom(OPENED, {}))).status).toBe(200);
    const stale = begunFrom(OPENED, { vale_de: '2026-12-02', minimo: 1 });
    for (const answer of [await preview(stale), await change(stale)]) {
      expect(refusal(answer)).toEqual([409, STALE]);
    }
    expect(await server.db.select().from(feeRules)).toHaveLength(1);
    const { id, regra } = await find('regra-1');
    const seen = { id, vale_de: regra.vale_de, vale_ate: regra.vale_ate };
    expect((await change(begunFrom(seen, { vale_de: '2026-12-02' }))).status).toBe(200);
  });

  it('is refused too where the other one ended for some days, or was taken out', async () => {
    await change(adding(games({ vale_ate: '2026-12-31' })));
    expect(refusal(await change(begunFrom(OPENED, { vale_de: '2027-02-01' })))).toEqual([409, STALE]);
    const { regra } = await find('regra-1');
    await change({ retirar: ['regra-1'] });
    const taken = { id: 'regra-1', vale_de: regra.vale_de, vale_ate: regra.vale_ate };
    expect(refusal(await change(begunFrom(taken, { vale_de: '2027-02-01' })))).toEqual([409, STALE]);
    expect((await change(begunFrom(OPENED, { vale_de: '2027-02-01' }))).status).toBe(200);
  });

  it('is added once, and taken out once, however often that is sent', async () => {
    const input = begunFrom(OPENED, {});
    const added = await Promise.all([change(input), change(input)]);
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409]);
    const removed = await Promise.all([change({ retirar: ['regra-1'] }), change({ retirar: ['regra-1'] })]);
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404]);
    const acts = await server.db.select({ ato: adminActs.ato }).from(adminActs);
    expect(acts.map(({ ato }) => ato).sort()).toEqual(['regra_incluida', 'regra_retirada']);
  });
});

describe('an added rule without effect', () => {
  /** As a release finds it that ships the same, or that asks more of a rule. */
  const leave = (numero: number, changes: object) => {
    const { tipo, marketplace, vale_de, vale_ate, confianca, endereco, ...dados } = games(changes);
    return server.db.insert(feeRules).values({
      ...{ numero, tipo: 'commission', marketplace: 'mercadolivre', vale_de, vale_ate, endereco, dados },
      ...{ confianca: 'confirmed', fonte: SOURCE, criado_por: admin.id },
    });
  };

  it('is listed with the reason, and others can still be changed', async () => {
    await leave(101, { vale_de: '2025-01-01' });
    await leave(102, { faixas: [{ ate: 100, percentual: 15 }] });
    const { itens } = await list({ situacao: 'sem_efeito', limite: 50 });
    expect(itens).toMatchObject([
      {
        ...{ id: 'regra-102', regra: null, cobranca: '', descricao: 'Tarifa de venda · Mercado Livre' },
        motivo: 'Esta versão não entende a regra: inclua uma nova no lugar dela.',
        acrescentada: { por: 'Adélia', pode_retirar: true },
      },
      {
        ...{ id: 'regra-101', cobranca: '15%' },
        motivo: `As regras ${SHIPPED} e regra-101 valem ao mesmo tempo para a mesma venda, a partir de 01/01/2025.`,
        acrescentada: { pode_retirar: false },
      },
    ]);
    expect((await preview(adding(games()))).status).toBe(200);
    // As after a restored backup, from whose rows alone one knows the last number.
    expect((await change(adding(games()))).body.result.data).toEqual({ incluidas: ['regra-103'] });
    expect(refusal(await change(adding(games())))).toEqual([
      409,
      'As regras regra-103 e nova valem ao mesmo tempo para a mesma venda, a partir de 01/12/2026.',
    ]);
    expect((await change({ retirar: ['regra-102'] })).status).toBe(200);
    expect((await list({ situacao: 'sem_efeito' })).itens).toHaveLength(1);
  });
});

describe('refused, and nothing is written', () => {
  it.each([
    [
      'dates that are reversed',
      adding(games({ vale_ate: '2026-11-30' })),
      [422, 'A regra nova termina antes de começar.'],
    ],
    [
      'the same first day as another rule',
      adding(games({ vale_de: '2025-01-01' })),
      [409, `As regras ${SHIPPED} e nova valem ao mesmo tempo para a mesma venda, a partir de 01/01/2025.`],
    ],
    [
      'two new ones for the same sale',
      adding(games(), games({ faixas: [{ ate: null, percentual: 16 }] })),
      [409, 'As regras nova-1 e nova-2 valem ao mesmo tempo para a mesma venda, a partir de 01/12/2026.'],
    ],
  ])('%s', async (_, body, expected) => {
    expect(refusal(await change(body))).toEqual(expected);
    expect(refusal(await preview(body))).toEqual(expected);
    expect(await server.db.select().from(feeRules)).toEqual([]);
    expect(await server.db.select().from(adminActs)).toEqual([]);
  });

  it.each([
    [{}],
    [adding(games({ vale_de: '2026-02-30' }))],
    [adding(games({ faixas: [] }))],
    [adding(games({ endereco: 'exemplo' }))],
    [adding(games({ tipo: 'outro' }))],
    [{ incluir: [{ fonte: ' ', regra: games() }] }],
  ])('%#: what is no rule', async (body) => {
    expect((await change(body)).status).toBe(422);
  });

  it('to whoever is no admin', async () => {
    const seller = await makeUser(server);
    expect((await change(adding(games()), seller.token)).status).toBe(403);
  });
});

describe('the list', () => {
  it('leads through all rules page by page, those that began last first', async () => {
    const ids: string[] = [];
    const days: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limite: 100, cursor });
      for (const rule of page.itens) {
        ids.push(rule.id);
        days.push(rule.regra.vale_de);
      }
      cursor = page.proximo_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids.sort()).toEqual(CURRENT_RULES.map(({ id }) => id).sort());
    expect(days).toEqual([...days].sort().reverse());
    expect((await ask({ cursor: 'x' })).status).toBe(422);
  });

  it('finds by marketplace, kind, situation and word', async () => {
    await change(adding(games()));
    const one = (input: object) => list({ limite: 100, ...input });
    for (const rule of (await one({ marketplace: 'amazon', tipo: 'shipping' })).itens) {
      expect(rule.regra).toMatchObject({ marketplace: 'amazon', tipo: 'shipping' });
    }
    expect((await one({ situacao: 'futura' })).itens.map(({ id }: { id: string }) => id)).toEqual([
      'regra-1',
    ]);
    expect((await one({ busca: 'musica', tipo: 'commission', marketplace: 'amazon' })).itens).toHaveLength(2);
    expect((await one({ busca: 'nada disso' })).itens).toEqual([]);
  });
});

describe('the preview', () => {
  async function makeSeller(settings: object = {}) {
    const user = await makeUser(server);
    const body = {
      ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: 'Games' },
      ...settings,
    };
    await server.call('PUT', '/api/custos', { token: user.token, body });
    return user;
  }

  it('says which rules end and what sales leave less, and writes nothing', async () => {
    const user = await makeSeller();
    const costs = { custos: { peso_g: 300 } };
    await makeProduct(server, user, { preco_venda_ml: 100, preco_venda_amazon: null, ...costs });
    await makeProduct(server, user, { preco_venda_ml: 50, preco_venda_amazon: null, ...costs });
    // Of another category, and of an unknown weight.
    const other = await makeSeller({ categoria_ml: 'Saúde' });
    await makeProduct(server, other, { preco_venda_ml: 100, preco_venda_amazon: null, ...costs });
    await makeProduct(server, other, { preco_venda_ml: 100, preco_venda_amazon: null });
    expect((await preview(adding(games()))).body.result.data).toEqual({
      dia: '2026-12-01',
      encerra: [
        {
          ...{ id: SHIPPED, cobranca: '13%', termina: '2026-11-30', volta: null },
          descricao: 'Tarifa de venda · Mercado Livre · Games · Clássico',
        },
      ],
      ...{ lidos: 4, completo: true, sem_liquido: 1 },
      ...{ vendedores: 1, produtos: 2, menor: -2, maior: 0, media: -1.5 },
    });
    expect(await server.db.select().from(feeRules)).toEqual([]);
  });

  it('misses no cost where a product has no price', async () => {
    const user = await makeSeller();
    await makeProduct(server, user, { preco_venda_ml: 100, preco_venda_amazon: null });
    const amazon = adding(games({ marketplace: 'amazon', categoria: 'Novidades', tipo_anuncio: null }));
    const read = async () => (await preview(amazon)).body.result.data;
    expect(await read()).toMatchObject({ sem_liquido: 0, produtos: 0 });
    await makeProduct(server, user, { preco_venda_ml: 100, preco_venda_amazon: 100 });
    expect(await read()).toMatchObject({ sem_liquido: 1, produtos: 0 });
  });
});
