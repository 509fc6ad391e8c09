import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '@esteira/domain/durations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/context';
import { AppError } from '../core/errors';

/** RFC 9116 wants less than a year: who has not updated for so long does not hear of reports either. */
const VALID_DAYS = 330;

interface SecurityTxt {
  /** SEGURANCA_CONTATO: mailto: or https:; null: there is none to tell. */
  contact: string | null;
  /** When the program was built; the moment of this file unless told. */
  builtAt?: Date;
}

/** `GET /.well-known/security.txt`: where to report a weakness of this installation (RFC 9116). */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { contact, builtAt = statSync(fileURLToPath(import.meta.url)).mtime }: SecurityTxt,
): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    if (contact === null) throw new AppError('not_found', 'Recurso não encontrado');
    const expires = new Date(builtAt.getTime() + VALID_DAYS * DAY_MS);
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: pt, en',
      `Canonical: ${publicUrl()}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${fields.join('\r\n')}\r\n`);
  });
}
