import type { OpenDatabase } from '@esteira/db/database';
import type { MailTransport } from '../core/mail';
import type { MailConfig } from '../env/mail';
import { createLogTransport, createSmtpTransport } from '../features/mail/transports';

/** By SMTP where it is configured. Without it links are printed on one's own machine, and nowhere else. */
export async function openMail(
  config: MailConfig | null,
  { kind }: Pick<OpenDatabase, 'kind'>,
  print: (line: string) => void,
): Promise<MailTransport | null> {
  if (config !== null) return createSmtpTransport(config);
  return kind === 'embedded' ? createLogTransport(print) : null;
}
