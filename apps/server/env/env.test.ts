import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError, readDemoEnvironment, readEnvironment } from './env';

const SECRET = 'x'.repeat(32);
const ML = { ML_APP_ID: '1', ML_SECRET_KEY: '2' };
const AMAZON = { AMAZON_LWA_CLIENT_ID: '3', AMAZON_LWA_CLIENT_SECRET: '4' };
const POSTGRES = 'postgres://user:hunter2@127.0.0.1:6432/esteira';
const DIRECT = 'postgres://user:hunter2@127.0.0.1:5432/esteira';

function getProblems(source: Record<string, string | undefined>): readonly string[] {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('readEnvironment', () => {
  it('needs no variable at all: embedded, local, simulated', () => {
    expect(readEnvironment({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      metricsPort: null,
      traceCollector: null,
      database: null,
      dataDir: resolve('.data'),
      jwtSecret: null,
      previousJwtSecret: null,
      admin: null,
      publicUrl: null,
      requireSubscription: false,
      requireAdminTwoStep: false,
      enforcePolicies: false,
      sessionIdleHours: 24,
      isDatabaseEncrypted: true,
      securityContact: null,
      hstsSubdomains: false,
      corsOrigins: [],
      trustProxy: false,
      buyerRetentionDays: 365,
      logLevel: 'info',
      marketplaces: { mercadoLivre: null, amazon: null, tokenKey: null, previousTokenKey: null },
      mercadoPago: null,
      mail: null,
      warnings: [],
    });
  });

  it('reads every variable', () => {
    const config = readEnvironment({
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: POSTGRES,
      DATABASE_DIRECT_URL: DIRECT,
      DATA_DIR: '/tmp/esteira',
      JWT_SECRET: SECRET,
      ADMIN_EMAIL: ' Dona@Loja.com.br ',
      ADMIN_SENHA: 'uma senha longa',
      PUBLIC_URL: 'https://loja.example/',
      EXIGIR_ASSINATURA: 'true',
      RETER_DADOS_COMPRADOR_DIAS: '90',
      EXIGIR_2FA_ADMIN: 'true',
      HSTS_SUBDOMINIOS: 'true',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      TRUST_PROXY: '10.0.0.0/8, loopback',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      database: { url: POSTGRES, directUrl: DIRECT },
      dataDir: '/tmp/esteira',
      jwtSecret: SECRET,
      admin: { email: 'dona@loja.com.br', senha: 'uma senha longa' },
      publicUrl: 'https://loja.example',
      requireSubscription: true,
      buyerRetentionDays: 90,
      requireAdminTwoStep: true,
      hstsSubdomains: true,
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      trustProxy: ['10.0.0.0/8', 'loopback'],
      logLevel: 'debug',
    });
  });

  it('takes several hosts of one database, the next of which is asked when one is away', () => {
    const url = 'postgres://user:hunter2@db-1:5432,db-2:5433/esteira?sslmode=require';
    expect(readEnvironment({ DATABASE_URL: url, JWT_SECRET: SECRET }).database?.url).toBe(url);
    for (const wrong of ['postgres://db-1:5432,db-2:x/esteira', 'mysql://db-1,db-2/esteira', 'db-1,db-2'])
      expect(getProblems({ DATABASE_URL: wrong, JWT_SECRET: SECRET })).toHaveLength(1);
  });

  it('warns of names that are nearly right, or begin like ours, and of no others', () => {
    const strange = { DATABASE_ULR: 'x', DATABASE_URLS: 'x', ML_APP: 'x', EXIGIR_ASINATURA: 'x' };
    expect(
      readEnvironment({ ...strange, HOME: '/root', PATH: '/bin', POSH: 'x', DATA_DIRS: ' ' }).warnings,
    ).toEqual([
      'DATABASE_ULR is unknown and has no effect. Is DATABASE_URL meant?',
      'DATABASE_URLS is unknown and has no effect. Is DATABASE_URL meant?',
      'ML_APP is unknown and has no effect.',
      'EXIGIR_ASINATURA is unknown and has no effect. Is EXIGIR_ASSINATURA meant?',
    ]);
    expect(readEnvironment({ SMOKE_ML_LISTING: 'MLB1' }).warnings).toEqual([]);
  });

  it('takes an empty variable for an absent one', () => {
    const names = [
      'PORT',
      'DATABASE_URL',
      'JWT_SECRET',
      'ADMIN_EMAIL',
      'ML_APP_ID',
      'TRUST_PROXY',
      'LOG_LEVEL',
    ];
    expect(readEnvironment(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(
      readEnvironment({}),
    );
  });

  it.each([
    ['false', false],
    ['0', false],
    ['2', 2],
    ['127.0.0.1', ['127.0.0.1']],
    ['::1,fd00::/8', ['::1', 'fd00::/8']],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readEnvironment({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['HOST', 'a host'],
    ['DATABASE_URL', 'mysql://127.0.0.1/esteira'],
    ['DATABASE_URL', 'not a url'],
    ['JWT_SECRET', 'x'.repeat(31)],
    ['ADMIN_EMAIL', 'dona'],
    ['ADMIN_SENHA', 'curta'],
    ['PUBLIC_URL', 'ftp://loja.example'],
    ['PUBLIC_URL', 'https://loja.example/painel'],
    ['EXIGIR_ASSINATURA', 'sim'],
    ['EXIGIR_2FA_ADMIN', '1'],
    ['HSTS_SUBDOMINIOS', 'sim'],
    ['SEGURANCA_CONTATO', 'seguranca@esteira.test'],
    ['SEGURANCA_CONTATO', 'mailto:seguranca'],
    ['SEGURANCA_CONTATO', 'http://esteira.test/seguranca'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1;10.0.0.2'],
    ['RETER_DADOS_COMPRADOR_DIAS', '0'],
    ['RETER_DADOS_COMPRADOR_DIAS', '3651'],
    ['RETER_DADOS_COMPRADOR_DIAS', '1e2'],
    ['LOG_LEVEL', 'loud'],
    ['ML_API_BASE_URL', 'api.mercadolibre.com'],
    ['AMAZON_LWA_BASE_URL', 'ftp://api.amazon.com'],
    ['AMAZON_MARKETPLACE_ID', 'brasil'],
    ['TOKEN_ENCRYPTION_KEY', 'x'.repeat(31)],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(getProblems({ [name]: value }).some((problem) => problem.startsWith(`${name}: `))).toBe(true);
  });

  it('names every wrong variable in one message and shows no value', () => {
    const source = { PORT: 'x1', JWT_SECRET: 'short-secret', DATABASE_URL: 'hunter2', ADMIN_SENHA: 'abc' };
    const message = new EnvironmentError(getProblems(source)).message;
    for (const name of [...Object.keys(source), 'ADMIN_EMAIL']) expect(message).toContain(`- ${name}: `);
    for (const value of Object.values(source)) expect(message).not.toContain(value);
  });

  it('requires JWT_SECRET with DATABASE_URL', () => {
    expect(getProblems({ DATABASE_URL: POSTGRES })).toEqual([
      'JWT_SECRET: is required with DATABASE_URL (32 bytes or more)',
    ]);
  });

  it('requires DATABASE_URL with the address beside it', () => {
    expect(getProblems({ DATABASE_DIRECT_URL: DIRECT })).toEqual([
      'DATABASE_URL: is required with DATABASE_DIRECT_URL',
    ]);
  });

  it('requires both halves of the admin', () => {
    expect(getProblems({ ADMIN_EMAIL: 'dona@loja.com.br' })).toEqual([
      'ADMIN_SENHA: is required too: ADMIN_EMAIL and ADMIN_SENHA go together',
    ]);
  });

  it.each([
    [{ ML_APP_ID: '1' }, 'ML_SECRET_KEY: missing beside ML_APP_ID'],
    [{ AMAZON_APP_ID: '1' }, 'AMAZON_LWA_CLIENT_ID, AMAZON_LWA_CLIENT_SECRET: missing beside AMAZON_APP_ID'],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'MAIL_FROM: missing beside SMTP_URL'],
    [
      { SMTP_URL: 'mail.example:25', MAIL_FROM: 'a@esteira.test' },
      'SMTP_URL: must be an address like smtps://user:password@mail.example:465',
    ],
    [
      { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Esteira' },
      'MAIL_FROM: must be an e-mail address, or a name and one: Esteira <nao-responda@esteira.example>',
    ],
    [
      { MERCADOPAGO_ACCESS_TOKEN: '1', MERCADOPAGO_PUBLIC_KEY: '2' },
      'MERCADOPAGO_WEBHOOK_SECRET: missing beside MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_PUBLIC_KEY',
    ],
  ])('refuses half-complete credentials %o', (source, problem) => {
    expect(getProblems(source)).toEqual([problem]);
  });

  it('makes payments real whose credentials are complete', () => {
    const source = {
      MERCADOPAGO_ACCESS_TOKEN: '1',
      MERCADOPAGO_PUBLIC_KEY: '2',
      MERCADOPAGO_WEBHOOK_SECRET: '3',
    };
    const real = {
      accessToken: '1',
      publicKey: '2',
      webhookSecret: '3',
      apiBaseUrl: 'https://api.mercadopago.com',
    };
    expect(readEnvironment(source).mercadoPago).toEqual(real);
    const local = readEnvironment({ ...source, MERCADOPAGO_API_BASE_URL: 'http://127.0.0.1:9/' });
    expect(local.mercadoPago).toEqual({ ...real, apiBaseUrl: 'http://127.0.0.1:9' });
    expect(readDemoEnvironment(source).mercadoPago).toBeNull();
    expect(readEnvironment(source).warnings).toEqual([
      'PUBLIC_URL is no https address: Mercado Pago sends no notifications to it and takes no automatic renewals.',
    ]);
    expect(readEnvironment({ ...source, PUBLIC_URL: 'https://loja.example' }).warnings).toEqual([]);
  });

  it('makes each marketplace real whose credentials are complete', () => {
    const ml = readEnvironment({ ...ML, PUBLIC_URL: 'https://loja.example', TOKEN_ENCRYPTION_KEY: SECRET });
    expect(ml.marketplaces).toEqual({
      mercadoLivre: {
        appId: '1',
        secretKey: '2',
        callsPerHour: 18_000,
        apiBaseUrl: 'https://api.mercadolibre.com',
        authBaseUrl: 'https://auth.mercadolivre.com.br',
      },
      amazon: null,
      tokenKey: SECRET,
      previousTokenKey: null,
    });
    expect(ml.warnings).toEqual([]);
    const amazon = readEnvironment({
      ...AMAZON,
      AMAZON_SPAPI_BASE_URL: 'http://127.0.0.1:4000/',
      TOKEN_ENCRYPTION_KEY: SECRET,
    });
    expect(amazon.marketplaces).toEqual({
      mercadoLivre: null,
      amazon: {
        clientId: '3',
        clientSecret: '4',
        appId: null,
        spApiBaseUrl: 'http://127.0.0.1:4000',
        lwaBaseUrl: 'https://api.amazon.com',
        consentBaseUrl: 'https://sellercentral.amazon.com.br',
        marketplaceId: 'A2Q3Y263D00KWC',
      },
      tokenKey: SECRET,
      previousTokenKey: null,
    });
    expect(amazon.warnings).toEqual([
      'PUBLIC_URL is no https address: marketplaces send neither sellers nor notifications back to it.',
    ]);
  });

  it('requires a key for the sellers’ tokens with real credentials', () => {
    expect(getProblems({ ...ML, ...AMAZON })).toEqual([
      'TOKEN_ENCRYPTION_KEY: is required with ML_APP_ID, ML_SECRET_KEY, AMAZON_LWA_CLIENT_ID, AMAZON_LWA_CLIENT_SECRET (32 bytes or more)',
    ]);
  });

  it('takes the keys of before as it takes those of now', () => {
    const [JWT_SECRET_PREVIOUS, TOKEN_ENCRYPTION_KEY_PREVIOUS] = [`${SECRET}1`, `${SECRET}2`];
    const config = readEnvironment({
      ...{ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS },
      ...{ TOKEN_ENCRYPTION_KEY: SECRET, TOKEN_ENCRYPTION_KEY_PREVIOUS },
    });
    expect([config.previousJwtSecret, config.marketplaces.previousTokenKey]).toEqual([
      JWT_SECRET_PREVIOUS,
      TOKEN_ENCRYPTION_KEY_PREVIOUS,
    ]);
    expect(config.warnings).toEqual([]);
    const short = { JWT_SECRET_PREVIOUS: 'short', TOKEN_ENCRYPTION_KEY_PREVIOUS: 'short' };
    expect(getProblems(short)).toEqual([
      'JWT_SECRET_PREVIOUS: must have 32 bytes or more',
      'TOKEN_ENCRYPTION_KEY_PREVIOUS: must have 32 bytes or more',
    ]);
  });

  it('warns of a key of before that is that of now', () => {
    const same = { TOKEN_ENCRYPTION_KEY: SECRET, TOKEN_ENCRYPTION_KEY_PREVIOUS: SECRET };
    expect(readEnvironment(same).warnings).toEqual([
      'TOKEN_ENCRYPTION_KEY_PREVIOUS is the same as TOKEN_ENCRYPTION_KEY; take it away, or set another TOKEN_ENCRYPTION_KEY',
    ]);
  });

  it('starts simulated with the variables of MWS, and says so', () => {
    expect(readEnvironment({ AMAZON_SELLER_ID: 'A1', AMAZON_MWS_TOKEN: 't' }).warnings).toEqual([
      'Amazon discontinued MWS: AMAZON_SELLER_ID, AMAZON_MWS_TOKEN have no effect and Amazon stays simulated.',
    ]);
  });
});

describe('SEGURANCA', () => {
  const enforces = (source: Record<string, string>) => readEnvironment(source).enforcePolicies;
  const real = [{ ...ML }, { ...AMAZON }].map((each) => ({ ...each, TOKEN_ENCRYPTION_KEY: SECRET }));

  it('refuses people unless told where a marketplace is real, and nowhere else', () => {
    expect(real.map(enforces)).toEqual([true, true]);
    expect(enforces({ TOKEN_ENCRYPTION_KEY: SECRET, PUBLIC_URL: 'https://loja.example' })).toBe(false);
    expect(readDemoEnvironment(real[0]).enforcePolicies).toBe(false);
  });

  it('decides alone when it is set', () => {
    expect(enforces({ SEGURANCA: 'exigir' })).toBe(true);
    expect(real.map((each) => enforces({ ...each, SEGURANCA: 'avisar' }))).toEqual([false, false]);
  });

  it('of another word ends the start, beside all other wrong variables', () => {
    for (const hours of ['0', '169', '1 dia']) {
      expect([...getProblems({ SESSAO_INATIVA_HORAS: hours })]).toEqual([
        'SESSAO_INATIVA_HORAS: must be a number of hours from 1 to 168',
      ]);
    }
    expect([...getProblems({ SEGURANCA: 'sim', PORT: 'x' })].sort()).toEqual([
      'PORT: must be a port from 0 to 65535',
      'SEGURANCA: must be exigir or avisar',
    ]);
  });
});

describe('secrets in files', () => {
  let folder: string;
  const put = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'esteira-env-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are read without the line break at their end, and count as set', async () => {
    const config = readEnvironment({
      DATABASE_URL_FILE: await put('url', `${POSTGRES}\n`),
      JWT_SECRET_FILE: await put('jwt', ` ${SECRET}\r\n`),
      SMTP_URL_FILE: await put('smtp', 'smtps://user:hunter2@mail.example'),
      MAIL_FROM: 'a@esteira.test',
    });
    expect(config).toMatchObject({ database: { url: POSTGRES }, jwtSecret: ` ${SECRET}` });
    expect([config.mail?.url, config.warnings]).toEqual(['smtps://user:hunter2@mail.example', []]);
  });

  it('stop the start beside the variable itself, when they cannot be read, and when there is nothing in them', async () => {
    const source = {
      JWT_SECRET: SECRET,
      JWT_SECRET_FILE: await put('both', SECRET),
      TOKEN_ENCRYPTION_KEY_FILE: join(folder, 'missing'),
      ADMIN_SENHA_FILE: await put('empty', '\n'),
    };
    expect(getProblems(source)).toEqual([
      'JWT_SECRET: is set beside JWT_SECRET_FILE; keep one of them',
      'ADMIN_SENHA_FILE: the file is empty',
      'TOKEN_ENCRYPTION_KEY_FILE: cannot be read (ENOENT)',
    ]);
  });

  it('are checked as the variables are, and not shown', async () => {
    const [problem = ''] = getProblems({ JWT_SECRET_FILE: await put('short', 'hunter2') });
    expect(problem).toBe('JWT_SECRET: must have 32 bytes or more');
  });

  it('are not read by the demo where they make something real', async () => {
    const source = { DATABASE_URL_FILE: join(folder, 'url'), ML_SECRET_KEY_FILE: join(folder, 'missing') };
    expect(readDemoEnvironment(source).database).toBeNull();
  });
});

describe('connections without encryption', () => {
  const warn = (source: Record<string, string>) =>
    readEnvironment({ JWT_SECRET: SECRET, ...source }).warnings;
  const mail = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'a@esteira.test' });

  it.each([
    'postgres://db/esteira',
    'postgres://user:a.b@localhost:5432/esteira',
    'postgres://10.0.0.5,192.168.1.2:5433/esteira',
    'postgres://[fd00::1]/esteira',
    'postgres://db.example.com/esteira?sslmode=verify-full',
  ])('to the database %s are no matter', (url) => {
    expect(warn({ DATABASE_URL: url })).toEqual([]);
  });

  it.each([
    'postgres://db.example.com/esteira',
    'postgres://10.0.0.5,db.example.com/esteira?x=1',
    'postgres://db.example.com/esteira?sslmode=prefer',
    'postgres://db.example.com/esteira?ssl=false',
  ])('to the database %s are warned of', (url) => {
    expect(warn({ DATABASE_URL: url })).toEqual([
      'DATABASE_URL leads to another network unencrypted. Use sslmode=verify-full.',
    ]);
    expect(warn({ DATABASE_URL: POSTGRES, DATABASE_DIRECT_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL leads to another network/),
    ]);
  });

  it.each([
    ['smtp://mail.example', true],
    ['smtp://203.0.113.7:587', true],
    ['smtps://mail.example', false],
    ['smtps://127.0.0.1', false],
  ])('to the mail server %s are not made, and STARTTLS is demanded: %s', (url, requireTls) => {
    const config = readEnvironment(mail(url));
    expect([config.mail, config.warnings]).toEqual([{ url, from: 'a@esteira.test', requireTls }, []]);
  });

  it.each(['smtp://127.0.0.1:25', 'smtp://mail', 'smtp://172.20.0.3', 'smtp://[::1]'])(
    'to the mail server %s are warned of',
    (url) => {
      const config = readEnvironment(mail(url));
      expect(config.mail?.requireTls).toBe(false);
      expect(config.warnings).toEqual([
        'SMTP_URL is smtp:// on a private network: e-mails leave unencrypted where STARTTLS is not offered.',
      ]);
    },
  );
});

describe('readDemoEnvironment', () => {
  it('never uses the real database', () => {
    const config = readDemoEnvironment({
      DATABASE_URL: POSTGRES,
      DATABASE_DIRECT_URL: DIRECT,
      DATA_DIR: '/tmp/esteira',
    });
    expect(config).toMatchObject({ database: null, dataDir: '/tmp/esteira/demo' });
  });

  it('is never connected to a real service', () => {
    expect(readDemoEnvironment({ ...ML, ...AMAZON }).marketplaces).toEqual(readEnvironment({}).marketplaces);
  });
});
