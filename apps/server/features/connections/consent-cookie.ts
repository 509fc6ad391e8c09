import { CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { fastifyCookie } from '@fastify/cookie';

const NAME = 'esteira_conexao';

/**
 * The cookie that ties a consent to the browser that began it. Where sellers come by HTTPS no other host can set it
 * (`__Host-`), which asks for the path `/`; elsewhere it travels to the return of a consent only.
 */
export function consentCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const shared = { httpOnly: true, sameSite: 'lax', secure } as const;
  return secure
    ? { name: `__Host-${NAME}`, options: { ...shared, path: '/' } }
    : { name: NAME, options: { ...shared, path: '/oauth' } };
}

/** The header `set-cookie` that gives it to the browser, for as long as the consent may take. */
export function setConsentCookie(publicUrl: string, state: string): string {
  const { name, options } = consentCookie(publicUrl);
  return fastifyCookie.serialize(name, state, { ...options, maxAge: CONSENT_SECONDS });
}
