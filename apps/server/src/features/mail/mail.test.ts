import { startMailServer } from '@esteira/config/testing/mail-server';
import { letters } from '@esteira/db/schema/letters';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailError } from '../../core/mail';
import { sendLetters, startTestMail } from '../../testing/mail';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';
import { queueLetter } from './outbox';
import { createLogTransport, createSmtpTransport } from './transports';

const HOUR = 60 * 60_000;

let mail: Awaited<ReturnType<typeof startTestMail>>;
let server: TestServer;
let elapsed = 0;

beforeAll(async () => {
  mail = await startTestMail();
  server = await createTestServer({
    deps: { clock: () => new Date(Date.now() + elapsed), mail: mail.transport },
  });
});
afterAll(async () => {
  await server.close();
  await mail.server.close();
});
beforeEach(async () => {
  elapsed = 0;
  mail.server.received.length = 0;
  mail.server.refuseWith(null);
  await server.db.delete(letters);
});

const queue = (email = 'ana@exemplo.com.br') =>
  queueLetter(server.db, server.deps, { tipo: 'senha_alterada', dados: { email, nome: 'Ana' } });
const states = async () => (await server.db.select().from(letters)).map(({ situacao }) => situacao);

describe('a letter', () => {
  it('leaves once, though several servers look for what is due at once', async () => {
    for (let n = 0; n < 12; n += 1) await queue(`ana${n}@exemplo.com.br`);
    const other = createTestDeps(server.db, { clock: server.deps.clock, mail: mail.transport });
    await Promise.all([sendLetters(server.deps), sendLetters(other), sendLetters(server.deps)]);
    await sendLetters(server.deps);
    expect(mail.server.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => `ana${n}@exemplo.com.br`).sort(),
    );
    expect(new Set(await states())).toEqual(new Set(['enviado']));
  });

  it('waits while the mail server is away, says so, and leaves once it is back', async () => {
    const away = await startMailServer();
    const port = Number(new URL(away.url).port);
    const transport = await createSmtpTransport({ url: away.url, from: 'a@esteira.test' });
    await away.close();
    server.deps.mail = transport;
    await queue();
    const failures = await sendLetters(server.deps);
    expect(failures).toEqual([expect.any(MailError)]);
    expect(String(failures[0])).not.toContain('ana@');
    expect(await states()).toEqual(['na_fila']);
    const back = await startMailServer({ port });
    expect(await sendLetters(server.deps)).toEqual([]);
    expect(back.received).toEqual([]);
    elapsed = 10_000;
    expect(await sendLetters(server.deps)).toEqual([]);
    expect(back.received).toHaveLength(1);
    server.deps.mail = mail.transport;
    await back.close();
  });

  it('is given up when its recipient is refused for good, and tried again when only for now', async () => {
    mail.server.refuseWith(550);
    await queue();
    expect(await sendLetters(server.deps)).toHaveLength(1);
    expect(await states()).toEqual(['descartado']);
    await server.db.delete(letters);
    mail.server.refuseWith(450);
    await queue();
    await sendLetters(server.deps);
    expect(await states()).toEqual(['na_fila']);
    mail.server.refuseWith(null);
    elapsed = 10_000;
    await sendLetters(server.deps);
    expect(mail.server.received).toHaveLength(1);
  });

  it('is not sent any more when it is of no use', async () => {
    await queue();
    elapsed = 73 * HOUR;
    await sendLetters(server.deps);
    expect([await states(), mail.server.received]).toEqual([['descartado'], []]);
  });

  it('has the same id at every try, and text and HTML', async () => {
    await queue();
    await sendLetters(server.deps);
    const [row] = await server.db.select().from(letters);
    const [received] = mail.server.received;
    expect(received?.messageId).toBe(`<${row?.id}@esteira>`);
    expect(received?.text).toContain('Não fui eu: http');
    expect(received?.html).toMatch(/^<!doctype html><html lang="pt-BR">/);
  });
});

it('without a mail server a link is printed, and nothing else of a letter', async () => {
  const lines: string[] = [];
  const { send } = createLogTransport((line) => lines.push(line));
  const letter = { para: 'ana@exemplo.com.br', assunto: 'Crie uma senha', paragrafos: ['Olá, Ana.'] };
  await send(letter, '1');
  await send({ ...letter, botao: { texto: 'Criar', url: 'http://e.test/redefinir-senha#abc' } }, '2');
  expect(lines).toEqual(['SMTP_URL is not set. Crie uma senha: http://e.test/redefinir-senha#abc']);
});
