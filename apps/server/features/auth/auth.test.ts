import { users } from '@esteira/db/schema/accounts/users';
import { rateLimits } from '@esteira/db/schema/platform/rate-limits';
import { eq, like } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const MINUTE = 60_000;
const WRONG = { detail: 'E-mail ou senha incorretos' };
const senha = 'correta cavalo bateria';

let server: TestServer;
let elapsed = 0;

beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(Date.now() + elapsed) } });
});
afterAll(() => server.close());
beforeEach(() => {
  elapsed = 0;
});

const newEmail = () => `${unique('conta')}@exemplo.com.br`;

function register(fields: object = {}) {
  return server.call('POST', '/api/auth/registrar', {
    body: { nome: 'Ana Souza', email: newEmail(), senha, ...fields },
  });
}

function login(email: string, password = senha) {
  return server.call('POST', '/api/auth/login', { body: { email, senha: password } });
}

async function newAccount() {
  const { body } = await register();
  return body as { usuario: { id: string; email: string }; access_token: string };
}

async function loginFrom(remoteAddress: string, email: string, password: string): Promise<number> {
  const payload = { email, senha: password };
  return (await server.app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload }))
    .statusCode;
}

async function failTimes(times: number, email: string) {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push((await login(email, 'errada errada')).status);
  return answers;
}

describe('registering', () => {
  it('answers 201 with the new user and a token that works', async () => {
    const email = newEmail();
    const { status, body } = await register({ email });
    expect(status).toBe(201);
    expect(body).toEqual({
      usuario: {
        id: expect.any(String),
        nome: 'Ana Souza',
        email,
        plano: null,
        data_expiracao: null,
        is_admin: false,
        ativo: true,
      },
      access_token: expect.any(String),
    });
    const me = await server.call('GET', '/api/auth/me', { token: body.access_token });
    expect(me).toMatchObject({ status: 200, body: body.usuario });
  });

  it('stores the password only as an Argon2id hash with the OWASP parameters', async () => {
    const { usuario } = await newAccount();
    const [row] = await server.db.select().from(users).where(eq(users.id, usuario.id));
    expect(row?.senha_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(senha);
  });

  it('refuses an e-mail that is taken, whatever its case and the space around it', async () => {
    const { usuario } = await newAccount();
    const again = await register({ email: `  ${usuario.email.toUpperCase()} ` });
    expect(again).toMatchObject({ status: 409, body: { detail: 'E-mail já cadastrado' } });
  });

  it('refuses the address of the admin at start, which the admin may have left', async () => {
    const email = newEmail();
    server.deps.adminEmail = email;
    const refused = await register({ email });
    server.deps.adminEmail = null;
    expect(refused).toMatchObject({ status: 409, body: { detail: 'E-mail já cadastrado' } });
    expect((await register({ email })).status).toBe(201);
  });

  it('creates one account when the same e-mail is registered twice at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([register({ email }), register({ email }), register({ email })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('takes no role, state or plan from the body', async () => {
    const { body } = await register({ is_admin: true, plano: 'top', ativo: false, id: 'x' });
    expect(body.usuario).toMatchObject({ is_admin: false, plano: null, ativo: true });
  });

  it('names the wrong fields', async () => {
    const { status, body } = await register({ nome: ' ', email: 'ana', senha: 'curta' });
    expect(status).toBe(422);
    expect(body.erros.map(({ campo }: { campo: string }) => campo)).toEqual(['nome', 'email', 'senha']);
  });

  it('refuses the 2,001st registration of an address within an hour', async () => {
    const flooded = '198.51.100.7';
    const registerFrom = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/registrar',
        remoteAddress: flooded,
        payload: { nome: 'Ana', email: newEmail(), senha },
      });
    const chave = server.deps.digest(`registrar:${flooded}`);
    const janela_ate = new Date(Date.now() + 30 * MINUTE).toISOString();
    await server.db.insert(rateLimits).values({ chave, tentativas: 1_999, janela_ate });
    expect((await registerFrom()).statusCode).toBe(201);
    const refused = await registerFrom();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(29 * 60);
    elapsed = 31 * MINUTE;
    expect((await registerFrom()).statusCode).toBe(201);
  });
});

describe('logging in', () => {
  it('answers the user and a token of seven days, signed with HS256', async () => {
    const { usuario } = await newAccount();
    const { status, body } = await login(`  ${usuario.email.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toEqual({ usuario, access_token: expect.any(String) });
    expect(decodeProtectedHeader(body.access_token).alg).toBe('HS256');
    const claims = decodeJwt(body.access_token);
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'sid', 'sub']);
    expect(claims.sub).toBe(usuario.id);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7 * 24 * 60 * 60);
  });

  it('answers the same for an unknown e-mail and for a wrong password', async () => {
    const { usuario } = await newAccount();
    expect(await login(newEmail())).toMatchObject({ status: 401, body: WRONG });
    expect(await login(usuario.email, 'errada errada')).toMatchObject({ status: 401, body: WRONG });
  });

  it('tells a deactivated user so, but only one who knows the password', async () => {
    const { usuario, access_token } = await newAccount();
    await server.db.update(users).set({ ativo: false }).where(eq(users.id, usuario.id));
    expect(await login(usuario.email)).toMatchObject({
      status: 403,
      body: { detail: 'Usuário desativado. Fale com o suporte.' },
    });
    expect(await login(usuario.email, 'errada errada')).toMatchObject({ status: 401, body: WRONG });
    const me = await server.call('GET', '/api/auth/me', { token: access_token });
    expect(me.status).toBe(401);
  });

  it('answers 401 and not 500 when the stored hash is none', async () => {
    const email = newEmail();
    await server.db.insert(users).values({ nome: 'Sem senha', email, senha_hash: 'none' });
    expect(await login(email, 'none')).toMatchObject({ status: 401, body: WRONG });
  });
});

describe('the session', () => {
  it('ends after seven days', async () => {
    const { access_token } = await newAccount();
    elapsed = 7 * 24 * 60 * MINUTE - MINUTE;
    expect((await server.call('GET', '/api/auth/me', { token: access_token })).status).toBe(200);
    elapsed = 7 * 24 * 60 * MINUTE + MINUTE;
    expect((await server.call('GET', '/api/auth/me', { token: access_token })).status).toBe(401);
  });

  it('needs a token', async () => {
    for (const token of [null, 'x', 'a.b.c']) {
      expect((await server.call('GET', '/api/auth/me', { token })).status).toBe(401);
    }
  });
});

describe('login throttling', () => {
  it('refuses the eleventh try after ten failures, the right password included, until 15 minutes passed', async () => {
    const { usuario } = await newAccount();
    expect(await failTimes(10, usuario.email)).toEqual(Array(10).fill(401));
    const refused = await login(usuario.email);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toMatch(/^Muitas tentativas\. Tente novamente em 15 minutos\.$/);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    elapsed = 14 * MINUTE;
    expect((await login(usuario.email)).status).toBe(429);
    elapsed = 16 * MINUTE;
    expect((await login(usuario.email)).status).toBe(200);
  });

  it('counts per account and address', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    await failTimes(10, one.usuario.email);
    expect((await login(other.usuario.email)).status).toBe(200);
    expect(await loginFrom('203.0.113.9', one.usuario.email, senha)).toBe(200);
    expect((await login(one.usuario.email)).status).toBe(429);
  });

  it('gives an IPv6 client no new tries for changing its address within its network', async () => {
    const { usuario } = await newAccount();
    for (let n = 1; n <= 10; n += 1) await loginFrom(`2001:db8:0:7::${n}`, usuario.email, 'errada errada');
    expect(await loginFrom('2001:db8:0:7:aaaa:bbbb:cccc:dddd', usuario.email, senha)).toBe(429);
    expect(await loginFrom('2001:db8:0:8::1', usuario.email, senha)).toBe(200);
  });

  it('refuses a network after a hundred wrong tries, whatever accounts they named, and no other network', async () => {
    const flooded = '198.51.100.8';
    const { usuario } = await newAccount();
    const chave = server.deps.digest(`entrar:${flooded}`);
    const janela_ate = new Date(Date.now() + 10 * MINUTE).toISOString();
    await server.db.insert(rateLimits).values({ chave, tentativas: 99, janela_ate });
    expect(await loginFrom(flooded, usuario.email, senha)).toBe(200);
    expect(await loginFrom(flooded, newEmail(), senha)).toBe(401);
    expect(await loginFrom(flooded, usuario.email, senha)).toBe(429);
    expect(await loginFrom('198.51.100.9', usuario.email, senha)).toBe(200);
    elapsed = 11 * MINUTE;
    expect(await loginFrom(flooded, usuario.email, senha)).toBe(200);
  });

  it('counts failures for unknown e-mails alike', async () => {
    const email = newEmail();
    await failTimes(10, email);
    expect((await login(email)).status).toBe(429);
  });

  it('forgets the failures on success', async () => {
    const { usuario } = await newAccount();
    await failTimes(9, usuario.email);
    expect((await login(usuario.email)).status).toBe(200);
    expect(await failTimes(10, usuario.email)).toEqual(Array(10).fill(401));
    expect((await login(usuario.email)).status).toBe(429);
  });

  it('lets no more than ten of many parallel wrong tries through', async () => {
    const { usuario } = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => login(usuario.email, 'errada errada')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('refuses none of many parallel right tries', async () => {
    const { usuario } = await newAccount();
    const answers = await Promise.all(Array.from({ length: 25 }, () => login(usuario.email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200));
  });

  it('stores neither e-mail nor address, and removes closed windows', async () => {
    const { usuario } = await newAccount();
    await failTimes(1, usuario.email);
    const rows = await server.db.select().from(rateLimits);
    expect(rows.length).toBeGreaterThan(0);
    for (const { chave } of rows) expect(chave).toMatch(/^[\w-]{43}$/);
    elapsed = 2 * 60 * MINUTE;
    await failTimes(1, newEmail());
    const left = await server.db.select().from(rateLimits).where(like(rateLimits.chave, '%'));
    // One of the account and one of its network.
    expect(left).toHaveLength(2);
  });
});
