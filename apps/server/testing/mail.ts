import { type MailServer, startMailServer } from '@esteira/config/testing/mail-server';
import type { Deps } from '../core/context';
import { COMPOSERS } from '../email-composers';
import { type EmailOutcome, sendDueEmails } from '../features/mail/relay';
import { createSmtpTransport } from '../features/mail/transports';

const FROM = 'Esteira <nao-responda@esteira.test>';

/** A mail server, and what a test server needs to hand e-mails to it. */
export async function startTestMail() {
  const server = await startMailServer();
  const transport = await createSmtpTransport({ url: server.url, from: FROM });
  return { server, transport };
}

/** Sends everything that is due; answers what did not leave. */
export async function sendEmails(deps: Deps, onTry?: (outcome: EmailOutcome) => void): Promise<unknown[]> {
  const failures: unknown[] = [];
  await sendDueEmails(deps, { composers: COMPOSERS, onFailure: (error) => failures.push(error), onTry });
  return failures;
}

/** What stands behind the # of the last link that was sent to this address. */
export function findToken({ received }: MailServer, to: string): string {
  const mail = received.findLast((entry) => entry.to.includes(to));
  const token = /#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link was sent to ${to}`);
  return token;
}
