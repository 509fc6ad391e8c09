import { type MailServer, startMailServer } from '@esteira/config/testing/mail-server';
import { expect } from '@playwright/test';
import { test as base } from './fixtures';
import { startServer } from './server';

/** The server hands its e-mails to a real mail server. */
export const test = base.extend<object, { mail: MailServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use) => {
      const env = { SMTP_URL: mail.url, MAIL_FROM: 'Esteira <nao-responda@esteira.test>' };
      const server = await startServer({ env });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Where the newest link leads that was sent to this address. */
export async function waitForLink(mail: MailServer, to: string): Promise<string> {
  let link: string | undefined;
  await expect(() => {
    const letter = mail.received.findLast((entry) => entry.to.includes(to));
    link = /http\S+#\S+/.exec(letter?.text ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return link ?? '';
}
