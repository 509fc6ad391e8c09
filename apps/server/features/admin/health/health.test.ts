import { serviceCalls } from '@esteira/db/schema/platform/service-calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallFailures, type CallTally, createCallTally } from '../../../core/service-calls/tally';
import type { ServiceCall } from '../../../core/service-calls/watch';
import { sendEmails, startTestMail } from '../../../testing/mail';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { enqueueEmail } from '../../mail/outbox';
import { forgetOldCalls, saveCalls } from './save-calls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
let mail: Awaited<ReturnType<typeof startTestMail>>;
let admin: TestUser;
let now = Date.parse('2026-11-22T12:00:30Z');
const clock = () => new Date(now);
beforeAll(async () => {
  mail = await startTestMail();
  server = await createTestServer({ deps: { clock, mail: mail.transport } });
  admin = await makeUser(server, { is_admin: true });
});
afterAll(async () => {
  await server.close();
  await mail.server.close();
});
beforeEach(() => server.db.delete(serviceCalls));

const ask = async (token = admin.token) => server.call('GET', '/trpc/admin.health', { token });
const health = async () => (await ask()).body.result.data;
const keep = (tally: CallTally, onFailures: (failures: CallFailures) => void = () => undefined) =>
  saveCalls(server.deps, tally, onFailures);

const call = (outcome: ServiceCall['outcome'], milliseconds = 100): ServiceCall => ({
  service: 'amazon',
  operation: 'readOrder',
  outcome,
  reason: outcome === 'ok' ? null : 'GET: HTTP 502',
  milliseconds,
});

const NONE = { chamadas: 0, falhas: 0, limitadas: 0, mais_lenta_ms: null };

describe('how calls outside go', () => {
  it('is added up over all servers, for the last hour and the last day, with the latest failure', async () => {
    const [one, other] = [createCallTally(clock), createCallTally(clock)];
    one.observe(call('ok', 9_000));
    one.observe(call('upstream_unavailable'));
    await keep(one);
    now += 2 * HOUR;
    for (const tally of [one, other]) {
      tally.observe(call('ok', 250));
      tally.observe(call('rate_limited'));
      tally.observe(call('validation'));
      await keep(tally);
    }
    now += MINUTE;
    other.observe({ ...call('forbidden'), operation: 'publish' });
    await keep(other);
    const amazon = (await health()).servicos.find(({ servico }: { servico: string }) => servico === 'amazon');
    expect(amazon).toEqual({
      servico: 'amazon',
      modo: 'simulado',
      ultima_hora: { chamadas: 7, falhas: 1, limitadas: 2, mais_lenta_ms: 250 },
      ultimo_dia: { chamadas: 9, falhas: 2, limitadas: 2, mais_lenta_ms: 9_000 },
      ultima_falha: { em: clock().toISOString(), motivo: 'forbidden', operacao: 'publish' },
    });
  });

  it('counts each call once, though what was written is written again, and none while nothing was called', async () => {
    const tally = createCallTally(clock);
    tally.observe(call('ok'));
    const written = tally.listChanged();
    await keep(tally);
    tally.observe(call('ok'));
    // The answer to the first try was lost: the server does not know that it was written.
    const lost = { ...tally, listChanged: () => written };
    await keep(lost);
    await keep(tally);
    await keep(tally);
    const { servicos } = await health();
    expect(servicos.map(({ ultima_hora }: { ultima_hora: object }) => ultima_hora)).toEqual([
      NONE,
      { ...NONE, chamadas: 2, mais_lenta_ms: 100 },
      NONE,
    ]);
  });

  it('waits while the database is away, for no more than an hour of minutes, and is not lost', async () => {
    const tally = createCallTally(clock);
    const away = {
      db: {
        insert: () => {
          throw new Error('away');
        },
      } as unknown as TestServer['db'],
    };
    for (let minute = 0; minute < 90; minute += 1) {
      tally.observe(call('ok'));
      await expect(saveCalls(away, tally, () => undefined)).rejects.toThrow('away');
      now += MINUTE;
    }
    expect(tally.listChanged()).toHaveLength(60);
    await keep(tally);
    expect(tally.listChanged()).toEqual([]);
    expect(await server.db.$count(serviceCalls)).toBe(60);
  });

  it('is told to the log by operation and reason, one line for many', async () => {
    const tally = createCallTally(clock);
    for (let n = 0; n < 50; n += 1) tally.observe(call('upstream_unavailable'));
    for (const outcome of ['ok', 'validation', 'rate_limited'] as const) tally.observe(call(outcome));
    const told: CallFailures[] = [];
    await keep(tally, (failures) => told.push(failures));
    await keep(tally, (failures) => told.push(failures));
    const line = { service: 'amazon', operation: 'readOrder', reason: 'GET: HTTP 502' };
    expect(told).toEqual([
      { ...line, outcome: 'upstream_unavailable', count: 50 },
      { ...line, outcome: 'rate_limited', count: 1 },
    ]);
  });

  it('is forgotten after a day', async () => {
    const tally = createCallTally(clock);
    tally.observe(call('ok'));
    await keep(tally);
    now += 24 * HOUR;
    await forgetOldCalls(server.deps);
    expect(await server.db.$count(serviceCalls)).toBe(1);
    now += 2 * HOUR;
    await forgetOldCalls(server.deps);
    expect(await server.db.$count(serviceCalls)).toBe(0);
  });

  it('is told to admins alone', async () => {
    expect((await ask((await makeUser(server)).token)).status).toBe(403);
  });
});

describe('e-mails', () => {
  it('that cannot leave are shown to an admin until they have left', async () => {
    const dados = { email: 'ana@exemplo.com.br', nome: 'Ana' };
    await enqueueEmail(server.db, server.deps, { tipo: 'senha_alterada', dados });
    mail.server.refuseWith(450);
    const mais_antigo_em = clock().toISOString();
    const outcomes: string[] = [];
    const clear = { sem_criptografia: false };
    await sendEmails(server.deps, (outcome) => outcomes.push(outcome));
    expect((await health()).emails).toEqual({
      modo: 'smtp',
      na_fila: 1,
      atrasados: 0,
      ...clear,
      mais_antigo_em,
    });
    now += 5 * MINUTE;
    expect((await health()).emails).toMatchObject({ na_fila: 1, atrasados: 1, mais_antigo_em });
    mail.server.refuseWith(null);
    await sendEmails(server.deps, (outcome) => outcomes.push(outcome));
    expect((await health()).emails).toEqual({
      modo: 'smtp',
      na_fila: 0,
      atrasados: 0,
      mais_antigo_em: null,
      ...clear,
    });
    expect(outcomes).toEqual(['deferred', 'sent']);
  });
});
