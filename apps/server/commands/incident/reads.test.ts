import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activities } from '@esteira/db/schema/accounts/activities';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { newId } from '@esteira/db/schema/columns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { parseReadOptions, READS } from './reads';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('who read', () => {
  const SPAN = { from: '2020-11-20T10:30:00Z', to: '2020-11-20T12:00:00Z', usuarioId: null };
  const lookUp = async (verb: string, span: object = {}, file = '') =>
    (await READS[verb]?.run(server.db, { ...SPAN, ...span }, file)) ?? [];

  it('takes a span and where it is written to, and nothing else', () => {
    const parse = (verb: string, line: string) => {
      const read = READS[verb];
      return read && parseReadOptions(read, line.split(' '));
    };
    const span = '--from 2020-11-20T10:00:00Z --to 2020-11-20T12:00:00Z';
    expect(parse('who-read', `${span} --seller Ana@loja.com.br`)).toMatchObject({
      seller: 'ana@loja.com.br',
    });
    expect(parse('export-activity', `${span} a.csv`)).toMatchObject({ file: ['a.csv'] });
    for (const line of [
      '--from 2020-11-20T10:00:00Z',
      '--from 2020-11-20T12:00:00Z --to 2020-11-20T10:00:00Z',
      '--from ontem --to 2020-11-20T10:00:00Z',
      '--from 2020-11-20 --to 2020-11-21',
      `${span} --yes`,
      `${span} --seller ana`,
      `${span} a.csv`,
    ])
      expect([line, parse('who-read', line)]).toEqual([line, null]);
    expect(parse('export-activity', span)).toBeNull();
  });

  it('tells people, keys and exports of a span and since when there is a record', async () => {
    const [seller, other] = [await makeUser(server), await makeUser(server)];
    const hour = (hora: string, more: object) => ({
      usuario_id: seller.id,
      autor_id: seller.id,
      hora,
      ...more,
    });
    await server.db.insert(buyersRead).values([
      { ...hour('2020-11-20T10:00:00Z', {}), pedidos: 30 },
      { ...hour('2020-11-20T11:00:00Z', {}), pedidos: 12 },
      { ...hour('2020-11-20T11:00:00Z', { autor_id: other.id, chave_nome: 'ERP' }), pedidos: 50 },
      { ...hour('2020-11-20T12:00:00Z', {}), pedidos: 1_000 },
    ]);
    const em = '2020-11-20T11:00:00.000Z';
    const act = { resultado: 'ok', ip: '::1', dispositivo: '', em, autor_id: seller.id } as const;
    await server.db.insert(activities).values([
      {
        ...act,
        usuario_id: seller.id,
        ato: 'exportacao',
        alvo: 'pedidos',
        quantidade: 1204,
        id: newId(new Date(em)),
      },
      { ...act, usuario_id: seller.id, ato: 'saida' },
    ]);
    expect(await lookUp('who-read')).toEqual([
      '92 buyers were handed out, counted by whole hours.',
      `  50  API key ERP  shop of ${seller.email}`,
      `  42  ${seller.email}  shop of ${seller.email}`,
      '1 exports, labels, purchase lists and supplier pages.',
      `  ${em}  Exportou pedidos (1.204 linhas)  ${seller.email}  shop of ${seller.email}  ::1`,
      `The log reaches back to ${em}.`,
    ]);
    expect(await lookUp('who-read', { usuarioId: other.id })).toEqual([
      '0 buyers were handed out, counted by whole hours.',
      '0 exports, labels, purchase lists and supplier pages.',
      `The log reaches back to ${em}.`,
    ]);
    const many = { ...act, usuario_id: other.id, ato: 'etiquetas', em: '2020-11-21T11:00:00Z' } as const;
    await server.db.insert(activities).values(Array.from({ length: 1_001 }, () => many));
    const day = { from: '2020-11-21T00:00:00Z', to: '2020-11-22T00:00:00Z' };
    await server.db.insert(buyersRead).values(
      Array.from({ length: 1_001 }, (_, n) => ({
        ...hour('2020-11-21T11:00:00Z', { autor_id: newId(), chave_nome: `key ${n}` }),
        pedidos: 1_001 - n,
      })),
    );
    const lines = await lookUp('who-read', day);
    expect(lines).toHaveLength(2_004);
    expect(lines.slice(1_000, 1_003)).toEqual([
      `  2  API key key 999  shop of ${seller.email}`,
      '  and to 1 further reader, none of whom had more.',
      'The first 1000 exports, labels, purchase lists and supplier pages.',
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'esteira-atividade-'));
    const file = join(folder, 'a.csv');
    expect((await lookUp('export-activity', {}, file))[0]).toBe(`2 rows in ${file}.`);
    expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(4);
    await expect(lookUp('export-activity', {}, file)).rejects.toMatchObject({ code: 'EEXIST' });
    const empty = await lookUp('export-activity', { usuarioId: other.id }, join(folder, 'b.csv'));
    expect(empty[0]).toMatch(/^0 rows in /);
    await rm(folder, { recursive: true });
  });
});
