import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { expectNoStaleSave } from '../../testing/two-forms';

const CONFLICT = 'Estes custos foram alterados por outra pessoa. Veja o valor atual antes de salvar.';
const STORED = {
  ...NO_COST_SETTINGS,
  ...{ regime: 'simples', receita_12_meses: 300_000, embalagem: 1.5, anuncios: 5.25 },
  ...{ reputacao_ml: 'green', parcelamento_amazon: true, categoria_ml: 'Games' },
};

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

type Mudancas = Record<string, { antes?: unknown; depois: unknown }>;

const edit = (mudancas: Mudancas) =>
  server.call('POST', '/trpc/costs.editSettings', { token: user.token, body: { mudancas } });

const put = (body: object, headers: Record<string, string> = {}) =>
  server.call('PUT', '/api/custos', {
    token: user.token,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const read = async () => (await server.call('GET', '/api/custos', { token: user.token })).body;

describe('a form that saves the cost settings', () => {
  beforeEach(() => put(STORED));

  it('leaves alone what another form saved after it was opened', async () => {
    await edit({ embalagem: { antes: 1.5, depois: 2.1 } });
    const saved = await edit({
      anuncios: { antes: 5.25, depois: 6 },
      parcelamento_amazon: { antes: true, depois: false },
    });
    expect(saved.status).toBe(200);
    expect(await read()).toMatchObject({
      ...STORED,
      ...{ embalagem: 2.1, anuncios: 6, parcelamento_amazon: false },
    });
  });

  it('is refused with the current value of every field that both changed, and writes none of the others', async () => {
    const now = { ...STORED, embalagem: 2, regime: null, parcelamento_amazon: false };
    await put(now);
    const refused = await edit({
      regime: { antes: 'simples', depois: 'mei' },
      embalagem: { antes: 1.5, depois: 3 },
      parcelamento_amazon: { antes: true, depois: false },
      outros: { antes: 0, depois: 9 },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error.data).toMatchObject({
      detail: CONFLICT,
      conflitos: [
        { campo: 'regime', atual: null },
        { campo: 'embalagem', atual: 2 },
      ],
    });
    expect(await read()).toMatchObject(now);
  });

  it('may be sent twice', async () => {
    const mudancas = {
      aliquota: { antes: null, depois: 7.5 },
      categoria_ml: { antes: 'Games', depois: ' ' },
    };
    expect((await edit(mudancas)).status).toBe(200);
    expect((await edit(mudancas)).status).toBe(200);
    expect(await read()).toMatchObject({ aliquota: 7.5, categoria_ml: null });
  });

  it('is refused by the rules of each field, and without the value that it was opened with', async () => {
    expect((await edit({ anuncios: { antes: 5.25, depois: 120 } })).status).toBe(422);
    expect((await edit({ anuncios: { depois: 12 } })).status).toBe(422);
  });

  it('leaves every field that only one of two forms touched as that one left it, whatever they touched', async () => {
    const touched = fc.record(
      {
        embalagem: fc.constantFrom(1, 2, 3),
        margem_minima: fc.constantFrom(null, 10, 20),
        regime: fc.constantFrom(null, 'mei', 'outro'),
        plano_individual_amazon: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    await expectNoStaleSave({ stored: STORED, touched, restore: () => put(STORED), edit, read });
  });
});

describe('the first settings of a seller', () => {
  it('are compared with what the form showed: nothing said', async () => {
    expect((await edit({ embalagem: { antes: 0, depois: 2 } })).status).toBe(200);
    expect((await edit({ regime: { antes: null, depois: 'mei' } })).status).toBe(200);
    expect(await read()).toMatchObject({ ...NO_COST_SETTINGS, embalagem: 2, regime: 'mei' });
  });

  it('that two forms save at once both stay', async () => {
    const answers = await Promise.all([
      edit({ embalagem: { antes: 0, depois: 2 } }),
      edit({ outros: { antes: 0, depois: 3 } }),
      edit({ regime: { antes: null, depois: 'mei' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read()).toMatchObject({ ...NO_COST_SETTINGS, embalagem: 2, outros: 3, regime: 'mei' });
  });

  it('are replaced by one of those who read that there were none', async () => {
    const { versao } = await read();
    const answers = await Promise.all([1, 2, 3].map((outros) => put({ outros }, { 'if-match': versao })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('PUT of all cost settings', () => {
  beforeEach(() => put(STORED));

  it('without a version replaces whatever is stored', async () => {
    await edit({ embalagem: { antes: 1.5, depois: 2 } });
    expect((await put({ ...STORED, outros: 4 })).status).toBe(200);
    expect(await read()).toMatchObject({ ...STORED, outros: 4 });
  });

  it('with the version that is stored replaces it, and the answer bears the next version', async () => {
    const { versao } = await read();
    const saved = await put({ ...STORED, outros: 4, versao });
    expect([saved.status, saved.body]).toEqual([200, await read()]);
    expect(saved.body.versao).not.toBe(versao);
    expect((await put(STORED, { 'if-match': `"${saved.body.versao}"` })).status).toBe(200);
  });

  it('with an older version is refused and writes nothing, in the body and as If-Match', async () => {
    const { versao } = await read();
    await edit({ embalagem: { antes: 1.5, depois: 2 } });
    for (const refused of [
      await put({ ...STORED, versao }),
      await put(STORED, { 'if-match': `"${versao}"` }),
    ]) {
      expect([refused.status, refused.body]).toEqual([409, { detail: CONFLICT }]);
    }
    expect(await read()).toMatchObject({ ...STORED, embalagem: 2 });
  });

  it('takes the settings as they were read, whatever was saved since, unless If-Match says otherwise', async () => {
    const settings = await read();
    await edit({ embalagem: { antes: 1.5, depois: 2 } });
    expect((await put(settings, { 'if-match': settings.versao })).status).toBe(409);
    expect((await put({ ...settings, outros: 4 })).status).toBe(200);
    expect(await read()).toMatchObject({ ...STORED, outros: 4 });
  });
});
