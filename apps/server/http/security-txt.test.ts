import { expect, it } from 'vitest';
import { createTestServer } from '../testing/server';

const ADDRESS = '/.well-known/security.txt';

it('tells where to report, until less than a year after the build, under its own address', async () => {
  const contact = 'mailto:seguranca@esteira.test';
  const server = await createTestServer({
    app: { securityContact: contact },
    deps: { publicUrl: () => 'https://esteira.example' },
  });
  const { status, headers, text } = await server.call('GET', ADDRESS);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = text.split('\r\n').map((line) => line.split(': ') as [string, string]);
  const fields = Object.fromEntries(lines.filter(([name]) => name !== ''));
  expect(fields).toMatchObject({
    Contact: contact,
    'Preferred-Languages': 'pt, en',
    Canonical: `https://esteira.example${ADDRESS}`,
  });
  // RFC 9116: each of these once, the end in the future and less than a year away.
  expect(lines).toHaveLength(Object.keys(fields).length + 1);
  const days = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(0);
  expect(days).toBeLessThan(365);
  await server.close();
});

it('is not there without a contact', async () => {
  const server = await createTestServer();
  expect((await server.call('GET', ADDRESS)).status).toBe(404);
  await server.close();
});
