import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An e-mail as it arrived. */
export interface ReceivedMail {
  to: string[];
  /** Whether it came over an encrypted connection. */
  secure: boolean;
  subject: string;
  messageId: string;
  /** The plain text, decoded. */
  text: string;
  html: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Answers the recipient with this code until told otherwise; null: takes everything. */
  refuseWith(code: number | null): void;
  close(): Promise<void>;
}

interface MailServerOptions {
  port?: number;
  /** Offers STARTTLS, with a certificate that is not vouched for. */
  startTls?: boolean;
}

/** A real SMTP server on loopback that keeps what it is given. */
export async function startMailServer({
  port = 0,
  startTls = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  const options: SMTPServerOptions = {
    authOptional: true,
    logger: false,
    disabledCommands: startTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? null : Object.assign(new Error('refused'), { responseCode: refusal })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, secure: session.secure, ...parseMail(Buffer.concat(chunks).toString('latin1')) });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  // A client that is cut off is no failure of the server's.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuseWith: (code) => {
      refusal = code;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function parseMail(raw: string): Omit<ReceivedMail, 'to' | 'secure'> {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = body.join('\r\n\r\n').split(`--${boundary}`);
  const partOf = (type: string) =>
    decodePart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  return {
    subject: decodeWords(headerOf(head, 'Subject')),
    messageId: headerOf(head, 'Message-ID'),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  };
}

function headerOf(head: string, name: string): string {
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

function decodePart(part: string): string {
  const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n');
  const content = body.join('\r\n\r\n').trim();
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  return decodeQuoted(content.replace(/=\r\n/g, ''));
}

/** RFC 2047: words of a header that hold more than ASCII. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_hex, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
