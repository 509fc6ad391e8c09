import { describe, expect, it } from 'vitest';
import { showCode } from '../testing/accounts/two-step';
import { openPrograms, post, type Running } from '../testing/programs/run-programs';

const { run, start } = openPrograms('esteira-ways-back-');

const EMAIL = 'dona@loja.com.br';
const SENHA = 'meu cachorro come pizza';
/** Nothing listens there: no letter leaves. */
const BROKEN_MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Esteira <nada@exemplo.com.br>' };
const STRICT = {
  ...{ SEGURANCA: 'exigir', EXIGIR_2FA_ADMIN: 'true', ...BROKEN_MAIL },
  ...{ ADMIN_EMAIL: EMAIL, ADMIN_SENHA: SENHA },
};
const withKey = (key: string) => ({
  ...STRICT,
  TOKEN_ENCRYPTION_KEY: `a key of the rehearsal, number ${key}`,
});

const logIn = async ({ url }: Running) =>
  (await post(`${url}/api/auth/login`, { email: EMAIL, senha: SENHA })).json() as Promise<{
    access_token: string;
  }>;

const get = async ({ url }: Running, path: string, token: string) => {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
};

/** Turns the second step on; the secret is then lost with the phone. */
async function turnOn({ url }: Running, token: string): Promise<void> {
  const answer = await post(`${url}/api/conta/duas-etapas`, { senha_atual: SENHA }, token);
  const { segredo } = (await answer.json()) as { segredo: string };
  const codigo = showCode(segredo, new Date());
  expect((await post(`${url}/api/conta/duas-etapas/confirmar`, { codigo }, token)).status).toBe(200);
}

describe('an operator who lost everything', { timeout: 300_000 }, () => {
  it('gets back in by the command line: only admin, no phone, no mail, the key lost', async () => {
    const first = await start([], withKey('one'));
    const { access_token } = await logIn(first);
    expect(await get(first, '/api/admin/stats', access_token)).toMatchObject({ status: 403 });
    await turnOn(first, access_token);
    expect(await get(first, '/api/admin/stats', access_token)).toMatchObject({ status: 200 });
    await first.end('SIGTERM');

    // The server starts with another key, and no code of the app can be checked.
    const second = await start([], withKey('two'));
    expect(await logIn(second)).not.toHaveProperty('access_token');
    await second.end('SIGTERM');
    const keys = await run('keys', [], withKey('two'));
    expect([keys.code, keys.out]).toEqual([
      0,
      expect.stringMatching(/ não abrem? com as chaves deste servidor$/m),
    ]);

    const reset = await run('promote', [EMAIL, '--reset-two-step'], withKey('two'));
    expect([reset.code, reset.out]).toEqual([
      0,
      `${EMAIL} is an administrator now.\nSigning in asks for the password alone now.\n`,
    ]);
    const third = await start([], withKey('two'));
    const again = await logIn(third);
    // Admins need a second step still: it is set up on the page of the account.
    expect(await get(third, '/api/admin/stats', again.access_token)).toMatchObject({
      status: 403,
      body: { detail: 'Para administrar, ligue a verificação em duas etapas em Configurações → Conta' },
    });
    await turnOn(third, again.access_token);
    expect(await get(third, '/api/admin/stats', again.access_token)).toMatchObject({ status: 200 });
    await third.end('SIGTERM');
  });
});
