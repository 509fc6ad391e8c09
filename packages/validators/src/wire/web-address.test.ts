import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAddress, splitAddresses } from './web-address';

const A = 'https://exemplo.com/a.jpg';
const B = 'http://exemplo.com/b.jpg';

describe('splitAddresses', () => {
  it.each([...['|', ';', ',', ' ', '\n', '\r\n', ' | ', '; ', ', ', ',\n', ' ; | ']])(
    'finds two addresses with %j between them',
    (between) => {
      expect(splitAddresses(`${A}${between}${B}`)).toEqual([A, B]);
      expect(splitAddresses(` ${between}${A}${between}`)).toEqual([A]);
    },
  );

  it.each([
    'https://exemplo.com/w_1,h_1/a;b=1|c.jpg',
    'https://exemplo.com/minha foto.jpg',
    'https://exemplo.com/?u=https://outro.com/a.jpg',
    'https://web.archive.org/web/2020/https://exemplo.com/a.jpg',
    'https://exemplo.com/a.jpg?x=1;2,3',
  ])('takes %s for one', (address) => {
    expect(splitAddresses(address)).toEqual([address]);
  });

  it('divides what is no whole address off, too', () => {
    expect(splitAddresses(`foto.jpg|${A}`)).toEqual(['foto.jpg', A]);
    expect(splitAddresses(`${A}|b.jpg`)).toEqual([A, 'b.jpg']);
    expect(splitAddresses(`${A}\nb.jpg`)).toEqual([A, 'b.jpg']);
    expect(splitAddresses(' ;, ')).toEqual([]);
  });

  it('takes no longer than the text for a run of separators', () => {
    const run = ';'.repeat(2_000_000);
    expect(splitAddresses(`${A}${run}x`)).toHaveLength(1);
  });
});

describe('encodeAddress', () => {
  it('leaves only what an address may hold, and changes nothing when applied again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (path) => {
        const encoded = encodeAddress(`https://exemplo.com/${path}`);
        expect(encoded).toMatch(/^[\w\-.~:/?#@!$&'()*+,;=%]*$/);
        expect(encodeAddress(encoded)).toBe(encoded);
      }),
      { examples: [['\u017f'], ['\u212a']] },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeAddress(`http://${text}`)).toMatch(/^http:/);
      }),
    );
  });
});
