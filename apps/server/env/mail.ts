import { email } from '@esteira/validators/wire/text';
import { z } from 'zod';
import { isLocalHost } from './local-address';

const NAMED = /^[^<>"\r\n]*<([^<>\s]+)>$/;

function isSmtp(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '';
}

/** The variables that concern e-mail. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(isSmtp, { error: 'must be an address like smtps://user:password@mail.example:465' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => email.safeParse(NAMED.exec(value)?.[1] ?? value).success, {
      error: 'must be an e-mail address, or a name and one: Esteira <nao-responda@esteira.example>',
    })
    .optional(),
};

const parsed = z.object(mailVariables);

/** Where e-mails are handed over, and who they are from. */
export interface MailConfig {
  url: string;
  from: string;
  /** Nothing is handed over before the connection is encrypted. */
  requireTls: boolean;
}

/** By smtps:// it is encrypted from the start. */
const isPlainSmtp = (url: string) => new URL(url).protocol === 'smtp:';
const isLocalSmtp = (url: string) => isLocalHost(new URL(url).hostname);

/** Null: no e-mails are sent. */
export function toMail({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof parsed>): MailConfig | null {
  if (url === undefined || from === undefined) return null;
  return { url, from, requireTls: isPlainSmtp(url) && !isLocalSmtp(url) };
}

/** E-mails that may leave without encryption. */
export function mailWarnings({ SMTP_URL: url }: { SMTP_URL?: string }): string[] {
  if (url === undefined || !isPlainSmtp(url) || !isLocalSmtp(url)) return [];
  return [
    'SMTP_URL is smtp:// on a private network: e-mails leave unencrypted where STARTTLS is not offered.',
  ];
}
