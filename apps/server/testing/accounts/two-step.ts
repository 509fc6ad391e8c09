import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../../core/security/passwords';
import { makeUser, type TestUser } from '../makers';
import type { TestServer } from '../server';

export const PASSWORD = 'correta cavalo bateria';

/** The code that an app shows for the secret at this moment. */
export function showCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

export interface TwoStepUser extends TestUser {
  secret: string;
  recoveryCodes: string[];
}

/** A user who signs in in two steps. The code of this half minute is used. */
export async function makeTwoStepUser(server: TestServer, fields: object = {}): Promise<TwoStepUser> {
  const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD), ...fields });
  const { token } = user;
  const begun = await server.call('POST', '/api/conta/duas-etapas', {
    token,
    body: { senha_atual: PASSWORD },
  });
  const secret: string = begun.body.segredo;
  const body = { codigo: showCode(secret, server.deps.clock()) };
  const confirmed = await server.call('POST', '/api/conta/duas-etapas/confirmar', { token, body });
  return { ...user, secret, recoveryCodes: confirmed.body.codigos };
}
