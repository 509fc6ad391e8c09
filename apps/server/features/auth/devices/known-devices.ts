import { randomBytes } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { devices } from '@esteira/db/schema/accounts/devices';
import { DAY_MS } from '@esteira/domain/durations';
import { fastifyCookie } from '@fastify/cookie';
import { and, eq, lt } from 'drizzle-orm';
import type { Caller } from '../../../core/activity/record-activity';
import type { Deps } from '../../../core/context';
import { consumeAttempt } from '../../../core/limits/rate-limit';
import { toSummary } from '../../../core/security/account-links';
import { describeDevice, toAddress } from '../../../core/security/device';
import { enqueueEmail } from '../../mail/outbox';

const COOKIE = 'esteira_aparelho';
/** As long as browsers keep a cookie. */
const KEPT_DAYS = 400;
const MARK = /^[\w-]{43}$/;
const LETTERS_A_DAY = 3;

/** Who signs in: with the cookies that the browser sent, and a way to give it one. */
export interface DeviceCaller extends Caller {
  cookies: string | undefined;
  setCookie: (cookie: string) => void;
  /** False over REST: programs keep no cookies. */
  takesCookies: boolean;
}

/** Tells a person by e-mail of a sign-in from a browser that is new to the account, three times a day at most. */
export async function noticeDevice(
  deps: Deps,
  caller: DeviceCaller,
  { id, email, nome }: { id: string; email: string; nome: string },
): Promise<void> {
  const { takesCookies, ip, userAgent } = caller;
  const isKnown = await rememberDevice(deps, caller, id);
  if (isKnown || deps.mail === null) return;
  const key = deps.digest(`aparelho-novo:${takesCookies ? '' : 'programa:'}${id}`);
  const max = takesCookies ? LETTERS_A_DAY : 1;
  if ((await consumeAttempt(deps, { key, max, windowMs: DAY_MS })) !== null) return;
  const em = deps.clock().toISOString();
  const seen = { dispositivo: describeDevice(userAgent), endereco: toAddress(ip), em };
  await enqueueEmail(deps.db, deps, { tipo: 'aparelho_novo', dados: { email, nome, ...seen } });
}

/** Whether this browser has signed in to the account before; from now on it has. Never of a program. */
export async function rememberDevice(
  { db, clock, publicUrl }: Deps,
  { cookies, setCookie, takesCookies }: DeviceCaller,
  id: string,
): Promise<boolean> {
  if (!takesCookies) return false;
  const sent = fastifyCookie.parse(cookies ?? '')[COOKIE] ?? '';
  const mark = MARK.test(sent) ? sent : randomBytes(32).toString('base64url');
  const secure = publicUrl().startsWith('https:');
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: KEPT_DAYS * 86_400 } as const;
  setCookie(fastifyCookie.serialize(COOKIE, mark, options));
  const resumo = toSummary(mark);
  const visto_em = clock().toISOString();
  const added = await db
    .insert(devices)
    .values({ usuario_id: id, resumo, visto_em })
    .onConflictDoNothing()
    .returning({ resumo: devices.resumo });
  if (added.length > 0) return false;
  // Its time begins again, as that of its cookie.
  await db
    .update(devices)
    .set({ visto_em })
    .where(and(eq(devices.usuario_id, id), eq(devices.resumo, resumo)));
  return true;
}

export async function forgetOldDevices({ db, clock }: { db: Database; clock: Deps['clock'] }): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString();
  await db.delete(devices).where(lt(devices.visto_em, before));
}
