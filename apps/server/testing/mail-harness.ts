import { emails } from '@esteira/db/schema/platform/emails';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deps } from '../core/context';
import { startTestMail } from './mail';
import { createTestServer, type TestServer } from './server';

interface MailHarness {
  server: TestServer;
  mail: Awaited<ReturnType<typeof startTestMail>>;
  /** How many milliseconds the server's clock is ahead; 0 when a test begins. */
  elapsed: number;
}

interface HarnessOptions {
  /** What the clock counts from; the present unless told. */
  now?: () => number;
  deps?: Partial<Deps>;
}

/** A server that sends e-mails to a real one, for all tests of a file; when a test begins none was sent and none waits. */
export function openMailHarness({ now = Date.now, deps = {} }: HarnessOptions = {}): MailHarness {
  const harness = { elapsed: 0 } as MailHarness;
  beforeAll(async () => {
    harness.mail = await startTestMail();
    const clock = () => new Date(now() + harness.elapsed);
    harness.server = await createTestServer({ deps: { clock, mail: harness.mail.transport, ...deps } });
  });
  beforeEach(async () => {
    harness.elapsed = 0;
    harness.mail.server.received.length = 0;
    await harness.server.db.delete(emails);
  });
  afterAll(async () => {
    await harness.server.close();
    await harness.mail.server.close();
  });
  return harness;
}
