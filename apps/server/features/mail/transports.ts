import { type Email, MailError, type MailTransport } from '../../core/mail';
import { toHtml, toPlainText } from './layout';

/** Every wait ends well within the time that one e-mail is claimed for. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};
/** All of one e-mail: the waits above begin again with every byte of a server that drips. */
const SEND_WITHIN_MS = 60_000;

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where it wants them. */
  url: string;
  /** Who the e-mails are from. */
  from: string;
  /** Whether an e-mail waits where the server offers no STARTTLS; false unless told. */
  requireTls?: boolean;
  /** How long sending one e-mail may take; 60 s unless told. */
  sendWithinMs?: number;
}

/** E-mails leave by a mail server. */
export async function createSmtpTransport({
  url,
  from,
  requireTls = false,
  sendWithinMs = SEND_WITHIN_MS,
}: SmtpOptions): Promise<MailTransport> {
  // Loaded only where a mail server is configured.
  const { createTransport } = await import('nodemailer');
  const address = new URL(url);
  // Options in the address count more than those beside it.
  if (requireTls) address.searchParams.set('requireTLS', 'true');
  const limits = { ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url: address.href, ...limits });
  let lacksTls = false;
  return {
    modo: 'smtp',
    lacksTls: () => lacksTls,
    send: async (email, id) => {
      // The same at every try: whoever receives a repetition can tell.
      const messageId = `<${id}@esteira>`;
      const { para: to, assunto: subject } = email;
      const content = { text: toPlainText(email), html: toHtml(email) };
      try {
        const signal = AbortSignal.timeout(sendWithinMs);
        await transport.sendMail({ from, to, subject, messageId, signal, ...content });
        lacksTls = false;
      } catch (error) {
        lacksTls = (error as { code?: unknown }).code === 'ETLS';
        throw toMailError(error);
      }
    },
  };
}

/** A refused recipient stays refused; a refused sign-in or a server that is away is waited for. */
function toMailError(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isFinal = code === 'EENVELOPE' && (typeof responseCode !== 'number' || responseCode >= 500);
  return new MailError(
    `${typeof code === 'string' ? code : 'unknown'} ${responseCode ?? ''}`.trim(),
    isFinal,
  );
}

/** Without a mail server, on one's own machine: what an e-mail asks to press is printed. */
export function createLogTransport(print: (line: string) => void): MailTransport {
  return {
    modo: 'log',
    send: async ({ assunto, botao }: Email) => {
      if (botao !== undefined) print(`SMTP_URL is not set. ${assunto}: ${botao.url}`);
    },
  };
}
