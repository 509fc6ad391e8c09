import { describe, expect, it } from 'vitest';
import { toNetwork } from './rate-limit';

describe('toNetwork', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7::1', '2001:db8:0:7'],
    ['2001:0DB8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:db8:0:7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001::b:c:d:e:f:1', '2001:0:b:c'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('takes of %s the part that one client has to itself', (ip, network) => {
    expect(toNetwork(ip)).toBe(network);
  });
});
