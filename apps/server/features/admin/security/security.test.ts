import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { users } from '@esteira/db/schema/accounts/users';
import { DAY_MS } from '@esteira/domain/durations';
import { INCIDENT_REVIEWED_ON } from '@esteira/domain/incident-review';
import type { SecurityItem } from '@esteira/validators/administration/admin-security';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '../../../core/context';
import { createTokenCipher } from '../../../core/security/token-cipher';
import { makeTwoStepUser } from '../../../testing/accounts/two-step';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, TEST_TOKEN_KEY, type TestServer } from '../../../testing/server';
import { eraseOldBuyers } from '../../orders/buyers/erase-buyers';
import { insertOrder } from '../../orders/testing/insert-order';
import { readSecurity } from './service';

let server: TestServer;
let admin: TestUser;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'esteira-security-'));
  server = await createTestServer();
  admin = await makeUser(server, { is_admin: true });
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const TODAY = new Date('2026-12-01T12:00:00Z');

async function stateOf(
  codigo: string,
  deps: Partial<Deps> = {},
): Promise<SecurityItem['estado'] | undefined> {
  const { itens } = await readSecurity({ ...server.deps, clock: () => TODAY, ...deps });
  return itens.find((item) => item.codigo === codigo)?.estado;
}

const installed = (fields: Partial<Deps['installation']>) => ({
  installation: { ...server.deps.installation, ...fields },
});

it('answers an admin with every point once', async () => {
  const { itens } = (await server.call('GET', '/trpc/admin.security', { token: admin.token })).body.result
    .data;
  const codes = itens.map((item: SecurityItem) => item.codigo);
  expect(new Set(codes).size).toBe(codes.length);
});

it('only warning is in order while nothing is real', async () => {
  expect(await stateOf('politicas')).toBe('em_ordem');
  const connectors = { ...server.deps.connectors, amazon: {} } as unknown as Deps['connectors'];
  expect(await stateOf('politicas', { connectors })).toBe('atencao');
  expect(await stateOf('politicas', { connectors, enforcePolicies: true })).toBe('em_ordem');
});

it('an admin without a second step is urgent', async () => {
  expect(await stateOf('duas_etapas_admin')).toBe('urgente');
  await makeTwoStepUser(server, { is_admin: true });
  await server.db.update(users).set({ ativo: false }).where(eq(users.id, admin.id));
  expect(await stateOf('duas_etapas_admin')).toBe('em_ordem');
});

it.each([
  ['chave', { isSecretGiven: true }, { isSecretGiven: false }],
  ['banco', { isDatabaseEncrypted: true }, { isDatabaseEncrypted: false }],
  ['contato', { securityContact: 'mailto:seguranca@esteira.test' }, { securityContact: null }],
])('%s is told from the environment', async (code, fine, other) => {
  expect([await stateOf(code, installed(fine)), await stateOf(code, installed(other))]).toEqual([
    'em_ordem',
    'atencao',
  ]);
});

it('values of an earlier key are told, and urgent where no key of the server opens them', async () => {
  await makeTwoStepUser(server);
  expect(await stateOf('valores_selados')).toBe('em_ordem');
  const key = 'another key for tests of thirty-two bytes or more';
  const replaced = createTokenCipher(key, TEST_TOKEN_KEY);
  expect(await stateOf('valores_selados', { tokenCipher: replaced })).toBe('atencao');
  expect(await stateOf('valores_selados', { tokenCipher: createTokenCipher(key) })).toBe('urgente');
});

it('buyers whose time is over are told until they are gone, and a clock that is wrong', async () => {
  const now = () => new Date();
  expect(await stateOf('compradores', { clock: now })).toBe('em_ordem');
  expect(await stateOf('compradores', { clock: () => new Date(Date.now() + 7_200_000) })).toBe('atencao');
  const ended = new Date(Date.now() - 367 * DAY_MS).toISOString();
  await insertOrder(server, admin, { status: 'entregue', criado_em: ended, terminado_em: ended });
  const { itens } = await readSecurity({ ...server.deps, clock: now });
  expect(itens.find(({ codigo }) => codigo === 'compradores')).toMatchObject({
    estado: 'atencao',
    texto: 'Compradores a apagar: 1 (mais antigo há 2 dias).',
  });
  await eraseOldBuyers(server.deps);
  expect(await stateOf('compradores', { clock: now })).toBe('em_ordem');
});

it.each([
  ['https://esteira.example', 'em_ordem'],
  ['http://localhost:3000', 'em_ordem'],
  ['http://esteira.example', 'atencao'],
])('passwords travel encrypted, or not at all: %s', async (url, state) => {
  expect(await stateOf('https', { publicUrl: () => url })).toBe(state);
});

it.each([
  ['{"day":"2026-11-20","grave":0}', 'em_ordem'],
  ['{"day":"2026-10-20","grave":0}', 'atencao'],
  ['{"day":"2026-11-20","grave":2}', 'urgente'],
  ['{"day":', 'atencao'],
])('the last audit: %s', async (text, state) => {
  writeFileSync(join(dataDir, 'audit.json'), text);
  expect(await stateOf('componentes', installed({ dataDir }))).toBe(state);
});

it('the review of docs/incident.md is due after half a year', async () => {
  const after = (days: number) => ({
    clock: () => new Date(Date.parse(INCIDENT_REVIEWED_ON) + days * DAY_MS),
  });
  expect([await stateOf('incidentes', after(180)), await stateOf('incidentes', after(190))]).toEqual([
    'em_ordem',
    'atencao',
  ]);
});

/** Where this fails: read the file, change what is wrong, and write the new day into it and into INCIDENT_REVIEWED_ON. */
it('docs/incident.md was reviewed within 200 days', () => {
  const text = readFileSync(new URL('../../../../../docs/incident.md', import.meta.url), 'utf8');
  expect(text).toContain(`Reviewed on ${INCIDENT_REVIEWED_ON};`);
  expect(Date.now() - Date.parse(INCIDENT_REVIEWED_ON)).toBeLessThan(200 * DAY_MS);
});
