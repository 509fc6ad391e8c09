import { type Letter, MailError, type MailTransport } from '../../core/mail';
import { toHtml, toPlainText } from './layout';

/** Every wait ends well within the time that one letter is claimed for. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};
/** All of one letter: the waits above begin again with every byte of a server that drips. */
const LETTER_WITHIN_MS = 60_000;

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where it wants them. */
  url: string;
  /** Who the letters are from. */
  from: string;
  /** How long sending one letter may take; 60 s unless told. */
  letterWithinMs?: number;
}

/** Letters leave by a mail server. */
export async function createSmtpTransport({
  url,
  from,
  letterWithinMs = LETTER_WITHIN_MS,
}: SmtpOptions): Promise<MailTransport> {
  // Loaded only where a mail server is configured.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  return {
    modo: 'smtp',
    send: async (letter, id) => {
      // The same at every try: whoever receives a repetition can tell.
      const messageId = `<${id}@esteira>`;
      const { para: to, assunto: subject } = letter;
      const content = { text: toPlainText(letter), html: toHtml(letter) };
      try {
        const signal = AbortSignal.timeout(letterWithinMs);
        await transport.sendMail({ from, to, subject, messageId, signal, ...content });
      } catch (error) {
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

/** Without a mail server, on one's own machine: what a letter asks to press is printed. */
export function createLogTransport(print: (line: string) => void): MailTransport {
  return {
    modo: 'log',
    send: async ({ assunto, botao }: Letter) => {
      if (botao !== undefined) print(`SMTP_URL is not set. ${assunto}: ${botao.url}`);
    },
  };
}
