import { expect, it } from 'vitest';
import { buildApp } from '../../app';
import { hashPassword } from '../../core/security/passwords';
import { makeTwoStepUser, PASSWORD, showCode } from '../../testing/accounts/two-step';
import { findToken, sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { makeUser } from '../../testing/makers';
import { createTestDeps } from '../../testing/server';
import { watchStatements } from '../../testing/watching/statements';

const MINUTE = 60_000;

const harness = openMailHarness();

/** Signs in with the password on a server that, once it has read the account, waits for `meanwhile`. */
async function signInWhile(email: string, meanwhile: () => Promise<unknown>) {
  const { clock } = harness.server.deps;
  let isRead = false;
  let isDone = false;
  const db = watchStatements(harness.server.db, async ({ text }) => {
    if (isRead && !isDone) {
      isDone = true;
      await meanwhile();
    }
    isRead ||= /"senha_hash".* where "usuarios"."email" = /.test(text);
  });
  const app = await buildApp(createTestDeps(db, { clock }));
  const payload = { email, senha: PASSWORD };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  await app.close();
  expect(isDone).toBe(true);
  return { status: answer.statusCode, body: answer.json() };
}

const makePasswordUser = async () => makeUser(harness.server, { senha_hash: await hashPassword(PASSWORD) });

it('a sign-in that is under way with the old password opens nothing once a link has set a new one', async () => {
  const { email } = await makePasswordUser();
  await harness.server.call('POST', '/api/auth/esqueci-senha', { body: { email } });
  await sendEmails(harness.server.deps);
  const body = { token: findToken(harness.mail.server, email), senha: 'uma senha bem nova' };
  const answer = await signInWhile(email, async () => {
    const reset = await harness.server.call('POST', '/api/auth/redefinir-senha', { body });
    expect(reset.status, reset.text).toBe(204);
  });
  expect(answer).toMatchObject({ status: 401, body: { detail: 'E-mail ou senha incorretos' } });
});

it('a sign-in that is under way is asked for a code where the second step was turned on meanwhile', async () => {
  const { email, token } = await makePasswordUser();
  const call = (path: string, body: object) =>
    harness.server.call('POST', `/api/conta/duas-etapas${path}`, { token, body });
  const { body } = await call('', { senha_atual: PASSWORD });
  const codigo = showCode(body.segredo, harness.server.deps.clock());
  const answer = await signInWhile(email, async () => {
    expect((await call('/confirmar', { codigo })).status).toBe(200);
  });
  expect(answer).toMatchObject({ status: 200, body: { desafio: expect.any(String) } });
  expect(answer.body.access_token).toBeUndefined();
});

it('a sign-in that is under way with the old password asks for no code that would open a session', async () => {
  const user = await makeTwoStepUser(harness.server);
  harness.elapsed = MINUTE;
  const answer = await signInWhile(user.email, async () => {
    const body = { senha_atual: PASSWORD, senha: 'uma senha bem nova' };
    expect((await harness.server.call('PUT', '/api/conta/senha', { token: user.token, body })).status).toBe(
      204,
    );
  });
  expect(answer).toMatchObject({ status: 401 });
});
