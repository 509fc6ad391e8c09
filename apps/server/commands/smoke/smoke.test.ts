import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimited } from '@esteira/marketplaces/call-limiter';
import { createMercadoLivreAdapter } from '@esteira/marketplaces/mercado-livre/adapter';
import { FAKE_APPLICATION } from '@esteira/marketplaces/testing/amazon/login';
import { type FakeAmazon, startFakeAmazon } from '@esteira/marketplaces/testing/amazon/server';
import {
  type FakeMercadoLivre,
  startFakeMercadoLivre,
} from '@esteira/marketplaces/testing/mercado-livre/server';
import { sampleProduct } from '@esteira/marketplaces/testing/sample-product';
import { startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSmokeEnvironment } from '../../env/env';
import { recordReadingCalls } from './recorder';
import { describeShape, maskedPath } from './shape';
import { runSmoke } from './smoke';
import { parseSmokeOptions } from './smoke-options';

/** A product that Mercado Livre takes. */
const PHONES = sampleProduct({
  nome: 'Fone de ouvido JBL Tune 510',
  sku: 'FONE-510',
  imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
  marca: 'JBL',
  modelo: 'Tune 510',
  motivo_sem_ean: 'outro',
});

const KEY = 'a token key of more than thirty-two bytes';

let folder: string;
let lines: string[];
const tell = (line: string) => lines.push(line);
const told = () => lines.join('\n');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esteira-smoke-'));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true }));

describe('the structure of an answer', () => {
  it('tells kinds and lengths, and the marketplace’s own words, and nothing of anybody', () => {
    const answer = {
      id: 2000003508419013,
      status: 'paid',
      tags: ['not_delivered', 'paid'],
      total_amount: 189.9,
      date_created: '2026-11-20T10:00:00.000-04:00',
      buyer: { first_name: 'Marina', nickname: 'MARINA123', phone: null },
      order_items: [{ item: { id: 'MLB1' } }, { item: { id: 'MLB2' } }],
    };
    expect(describeShape(answer)).toBe(
      '{ id: integer, status: "paid", tags: [2: "not_delivered" | "paid"], total_amount: decimal, ' +
        'date_created: moment, buyer: { first_name: text(6), nickname: text(9), phone: null }, ' +
        'order_items: [2: { item: { id: text(4) } }] }',
    );
  });

  it('shows no sentence where a word is expected, and no id of a path', () => {
    expect(describeShape({ status: 'Rua das Flores, 1' })).toBe('{ status: text(17) }');
    expect(maskedPath(new URL('https://x/orders/v0/702-1234567-1234567/items?seller=123'))).toBe(
      '/orders/v0/…/items?seller=…',
    );
    expect(maskedPath(new URL('https://x/orders/2026-01-01/orders'))).toBe('/orders/2026-01-01/orders');
  });
});

it('no call that would change something leaves this process', async () => {
  const stop = recordReadingCalls(tell);
  try {
    await expect(fetch('http://127.0.0.1:9/items/MLB1', { method: 'PUT' })).rejects.toThrow(
      'refused to send PUT',
    );
  } finally {
    stop();
  }
});

describe('Amazon', () => {
  let fake: FakeAmazon;
  beforeEach(async () => {
    fake = await startFakeAmazon();
  });
  afterEach(() => fake.close());

  it('is read, with the limits that the account has, and nothing of it is shown', async () => {
    const seller = fake.connectSeller({ nome: 'Loja da Ana' });
    const smoke = parseSmokeOptions(
      ['amazon'],
      readSmokeEnvironment({
        AMAZON_LWA_CLIENT_ID: FAKE_APPLICATION.clientId,
        AMAZON_LWA_CLIENT_SECRET: FAKE_APPLICATION.clientSecret,
        AMAZON_SPAPI_BASE_URL: fake.url,
        AMAZON_LWA_BASE_URL: fake.url,
        TOKEN_ENCRYPTION_KEY: KEY,
        SMOKE_AMAZON_REFRESH_TOKEN: seller.refresh_token,
        SMOKE_AMAZON_SELLER_ID: seller.vendedor_id,
        SMOKE_AMAZON_LISTING: 'NO-SUCH-SKU',
      }),
    );
    expect(await runSmoke(smoke, tell)).toBe(false);
    expect(told()).toMatch(/ok {4}account/);
    expect(told()).toMatch(/ok {4}orders of two days: 0/);
    expect(told()).toMatch(/FAIL {2}the listing: not_found/);
    for (const secret of [
      'Loja da Ana',
      'Atza|',
      'Atzr|',
      seller.vendedor_id,
      FAKE_APPLICATION.clientSecret,
    ]) {
      expect(told()).not.toContain(secret);
    }
    expect(fake.violations).toEqual([]);
  });
});

describe('Mercado Livre', () => {
  let fake: FakeMercadoLivre;
  beforeEach(async () => {
    fake = await startFakeMercadoLivre();
  });
  afterEach(() => fake.close());

  const smoke = (refresh: string) =>
    parseSmokeOptions(
      ['mercadolivre'],
      readSmokeEnvironment({
        ML_APP_ID: fake.appId,
        ML_SECRET_KEY: fake.secretKey,
        ML_API_BASE_URL: fake.url,
        TOKEN_ENCRYPTION_KEY: KEY,
        DATA_DIR: folder,
        SMOKE_ML_REFRESH_TOKEN: refresh,
      }),
    );

  it('is read again and again with a token that works once, and nothing of it is shown', async () => {
    const { refresh_token, nome } = fake.connectSeller();
    expect(await runSmoke(smoke(refresh_token), tell), told()).toBe(true);
    expect(await runSmoke(smoke(refresh_token), tell), told()).toBe(true);
    expect(told()).toMatch(/ok {4}orders of two days: 0/);
    expect(told()).toMatch(/GET \/users\/me → 200/);
    for (const secret of [nome, 'APP_USR', 'TG-', fake.secretKey]) expect(told()).not.toContain(secret);
    expect(fake.violations).toEqual([]);
    const file = join(folder, 'smoke-mercadolivre-token.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(refresh_token);
  });

  it('an order and its parcel are understood', async () => {
    const { refresh_token, access_token, vendedor_id } = fake.connectSeller();
    const account = { access_token, vendedor_id, modelo_anuncio: null, sem_dados_pessoais: false };
    const adapter = createMercadoLivreAdapter({
      apiBaseUrl: fake.url,
      appId: fake.appId,
      accounts: {
        current: async () => account,
        renewed: async () => account,
        remember: async () => undefined,
      },
      limiter: unlimited,
      clock: () => new Date(),
    });
    const anuncio = await adapter.publish({ contaId: 1, usuarioId: 'ana' }, PHONES);
    if (anuncio.status !== 'live') throw new Error(`not on sale: ${JSON.stringify(anuncio)}`);
    fake.createPaidOrder({ vendedor_id, itens: [{ anuncio: anuncio.id_externo, quantidade: 1 }] });
    expect(await runSmoke(smoke(refresh_token), tell), told()).toBe(true);
    expect(told()).toMatch(/ok {4}one of them: pago, 1 item/);
    expect(told()).toMatch(/ok {4}its parcel: etiqueta_pronta/);
    expect(told()).not.toMatch(/Marina|Paulista|01310/);
  });

  it('a token that works no more is said to, and nothing else is tried', async () => {
    const { refresh_token, vendedor_id } = fake.connectSeller();
    fake.revoke(vendedor_id);
    expect(await runSmoke(smoke(refresh_token), tell)).toBe(false);
    expect(told()).toMatch(/FAIL {2}account: reconnect_required/);
  });
});

it('what is missing is named together with the usage', () => {
  const bare = readSmokeEnvironment({});
  expect(() => parseSmokeOptions([], bare)).toThrow(/^Usage/);
  expect(() => parseSmokeOptions(['mercadolivre'], bare)).toThrow(/ML_APP_ID and ML_SECRET_KEY are missing/);
  const app = { ML_APP_ID: '1', ML_SECRET_KEY: '2', TOKEN_ENCRYPTION_KEY: KEY };
  expect(() => parseSmokeOptions(['mercadolivre'], readSmokeEnvironment(app))).toThrow(
    /SMOKE_ML_REFRESH_TOKEN is missing/,
  );
});

describe('Mercado Pago', () => {
  it('is read, and nothing of the account is shown', async () => {
    const fake = await startFakeMercadoPago();
    const smoke = parseSmokeOptions(
      ['mercadopago'],
      readSmokeEnvironment({
        MERCADOPAGO_ACCESS_TOKEN: fake.accessToken,
        MERCADOPAGO_PUBLIC_KEY: 'APP_USR-publica',
        MERCADOPAGO_WEBHOOK_SECRET: 'segredo',
        MERCADOPAGO_API_BASE_URL: fake.url,
      }),
    );
    expect(await runSmoke(smoke, tell)).toBe(true);
    expect(told()).toMatch(/ok {4}the account: of Brazil/);
    expect(told()).toMatch(/ok {4}orders of two days: 0/);
    expect(told()).toMatch(/ok {4}instalments of R\$\s119,00 by Visa: 1, 2, 3/);
    for (const secret of [fake.accessToken, 'segredo', '123456']) expect(told()).not.toContain(secret);
    expect(fake.violations).toEqual([]);
    await fake.close();
  });

  it('is not read without its three variables', () => {
    expect(() => parseSmokeOptions(['mercadopago'], readSmokeEnvironment({}))).toThrow('Its three variables');
  });
});
