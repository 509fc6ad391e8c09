import { email } from '@esteira/validators/wire/text';
import { z } from 'zod';

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
}

/** Null: no e-mails are sent. */
export function toMail({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof parsed>): MailConfig | null {
  return url === undefined || from === undefined ? null : { url, from };
}
