import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startMailServer } from '@esteira/config/testing/mail-server';
import { emails } from '@esteira/db/schema/platform/emails';
import { beforeEach, describe, expect, it } from 'vitest';
import { MailError } from '../../core/mail';
import { sendEmails } from '../../testing/mail';
import { openMailHarness } from '../../testing/mail-harness';
import { createTestDeps } from '../../testing/server';
import { readHealth } from '../admin/health/service';
import { enqueueEmail } from './outbox';
import { createLogTransport, createSmtpTransport } from './transports';

const HOUR = 60 * 60_000;

const harness = openMailHarness();
beforeEach(async () => {
  harness.mail.server.refuseWith(null);
});

const queue = (email = 'ana@exemplo.com.br') =>
  enqueueEmail(harness.server.db, harness.server.deps, {
    tipo: 'senha_alterada',
    dados: { email, nome: 'Ana' },
  });
const states = async () => (await harness.server.db.select().from(emails)).map(({ situacao }) => situacao);

/** A mail server whose answer to a greeting never ends. */
async function startDrippingMailServer() {
  const closed: Promise<void>[] = [];
  const server = createServer((socket) => {
    closed.push(new Promise((resolve) => socket.on('close', () => resolve())));
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    const timer = setInterval(() => socket.write('250-more\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isLeft: () => Promise.all(closed),
    close: () => server.close(),
  };
}

describe('an e-mail', () => {
  it('leaves once, though several servers look for what is due at once', async () => {
    for (let n = 0; n < 12; n += 1) await queue(`ana${n}@exemplo.com.br`);
    const other = createTestDeps(harness.server.db, {
      clock: harness.server.deps.clock,
      mail: harness.mail.transport,
    });
    await Promise.all([sendEmails(harness.server.deps), sendEmails(other), sendEmails(harness.server.deps)]);
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => `ana${n}@exemplo.com.br`).sort(),
    );
    expect(new Set(await states())).toEqual(new Set(['enviado']));
  });

  it('waits while the mail server is away, says so, and leaves once it is back', async () => {
    const away = await startMailServer();
    const port = Number(new URL(away.url).port);
    const transport = await createSmtpTransport({ url: away.url, from: 'a@esteira.test' });
    await away.close();
    harness.server.deps.mail = transport;
    await queue();
    const failures = await sendEmails(harness.server.deps);
    expect(failures).toEqual([expect.any(MailError)]);
    expect(String(failures[0])).not.toContain('ana@');
    expect(await states()).toEqual(['na_fila']);
    const back = await startMailServer({ port });
    expect(await sendEmails(harness.server.deps)).toEqual([]);
    expect(back.received).toEqual([]);
    harness.elapsed = 10_000;
    expect(await sendEmails(harness.server.deps)).toEqual([]);
    expect(back.received).toHaveLength(1);
    harness.server.deps.mail = harness.mail.transport;
    await back.close();
  });

  it('is given up when its recipient is refused for good, and tried again when only for now', async () => {
    harness.mail.server.refuseWith(550);
    await queue();
    expect(await sendEmails(harness.server.deps)).toHaveLength(1);
    expect(await states()).toEqual(['descartado']);
    await harness.server.db.delete(emails);
    harness.mail.server.refuseWith(450);
    await queue();
    await sendEmails(harness.server.deps);
    expect(await states()).toEqual(['na_fila']);
    harness.mail.server.refuseWith(null);
    harness.elapsed = 10_000;
    await sendEmails(harness.server.deps);
    expect(harness.mail.server.received).toHaveLength(1);
  });

  it('is not sent any more when it is of no use', async () => {
    await queue();
    harness.elapsed = 73 * HOUR;
    await sendEmails(harness.server.deps);
    expect([await states(), harness.mail.server.received]).toEqual([['descartado'], []]);
  });

  it('has the same id at every try, and text and HTML', async () => {
    await queue();
    await sendEmails(harness.server.deps);
    const [row] = await harness.server.db.select().from(emails);
    const [received] = harness.mail.server.received;
    expect(received?.messageId).toBe(`<${row?.id}@esteira>`);
    expect(received?.text).toContain('Não fui eu: http');
    expect(received?.html).toMatch(/^<!doctype html><html lang="pt-BR">/);
  });
});

it('without a mail server a link is printed, and nothing else of an e-mail', async () => {
  const lines: string[] = [];
  const { send } = createLogTransport((line) => lines.push(line));
  const email = { para: 'ana@exemplo.com.br', assunto: 'Crie uma senha', paragrafos: ['Olá, Ana.'] };
  await send(email, '1');
  await send({ ...email, botao: { texto: 'Criar', url: 'http://e.test/redefinir-senha#abc' } }, '2');
  expect(lines).toEqual(['SMTP_URL is not set. Crie uma senha: http://e.test/redefinir-senha#abc']);
});

describe('a mail server of which encryption is demanded', () => {
  const open = (url: string) => createSmtpTransport({ url, from: 'a@esteira.test', requireTls: true });

  it('gets no e-mail without STARTTLS, whatever its address says: it waits, and the health says why', async () => {
    const { deps } = harness.server;
    deps.mail = await open(`${harness.mail.server.url}?requireTLS=false&ignoreTLS=true`);
    await queue();
    const failures = await sendEmails(deps);
    expect(failures.map(String)).toEqual([expect.stringContaining('ETLS')]);
    expect([await states(), harness.mail.server.received]).toEqual([['na_fila'], []]);
    expect((await readHealth(deps)).emails).toMatchObject({ na_fila: 1, sem_criptografia: true });
    deps.mail = harness.mail.transport;
    harness.elapsed = 10_000;
    await sendEmails(deps);
    expect((await readHealth(deps)).emails).toMatchObject({ na_fila: 0, sem_criptografia: false });
  });

  it('gets it encrypted with STARTTLS, and not while its certificate is not vouched for', async () => {
    const secured = await startMailServer({ startTls: true });
    const { deps } = harness.server;
    deps.mail = await open(secured.url);
    await queue();
    expect(await sendEmails(deps)).toEqual([expect.any(MailError)]);
    expect(await states()).toEqual(['na_fila']);
    deps.mail = await open(`${secured.url}?tls.rejectUnauthorized=false`);
    harness.elapsed = 10_000;
    expect(await sendEmails(deps)).toEqual([]);
    expect(secured.received).toMatchObject([{ secure: true, to: ['ana@exemplo.com.br'] }]);
    deps.mail = harness.mail.transport;
    await secured.close();
  });
});

describe('a mail server that drips', () => {
  it('holds up no e-mail beyond its time', async () => {
    const dripping = await startDrippingMailServer();
    harness.server.deps.mail = await createSmtpTransport({
      url: dripping.url,
      from: 'a@esteira.test',
      sendWithinMs: 200,
    });
    await queue();
    expect(await sendEmails(harness.server.deps)).toEqual([expect.any(MailError)]);
    expect(await states()).toEqual(['na_fila']);
    await dripping.isLeft();
    dripping.close();
  });
});
