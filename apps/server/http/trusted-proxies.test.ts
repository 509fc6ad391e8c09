import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies';

/** The client's address as the server sees it when the connection comes from 127.0.0.1. */
async function addressSeen(
  setting: Parameters<typeof trustedProxies>[0],
  forwardedFor: string,
): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies(setting) ?? false });
  app.get('/', async (request) => request.ip);
  const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
  await app.close();
  return answer.payload;
}

describe('trustedProxies', () => {
  it.each([
    { setting: false, forwarded: '203.0.113.9', seen: '127.0.0.1', what: 'believes no proxy' },
    { setting: 1, forwarded: '203.0.113.9', seen: '203.0.113.9', what: 'believes the one proxy in front' },
    {
      setting: 1,
      forwarded: '6.6.6.6, 203.0.113.9',
      seen: '203.0.113.9',
      what: 'not what a client wrote before it',
    },
    {
      setting: 2,
      forwarded: '6.6.6.6, 203.0.113.9, 10.0.0.2',
      seen: '203.0.113.9',
      what: 'counts two proxies',
    },
    {
      setting: ['127.0.0.1'],
      forwarded: '6.6.6.6, 203.0.113.9',
      seen: '203.0.113.9',
      what: 'believes a named one',
    },
    {
      setting: ['10.0.0.0/8'],
      forwarded: '203.0.113.9',
      seen: '127.0.0.1',
      what: 'believes no other than named',
    },
  ])('$what: $setting', async ({ setting, forwarded, seen }) => {
    expect(await addressSeen(setting as Parameters<typeof trustedProxies>[0], forwarded)).toBe(seen);
  });
});
