import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvEncoding, decodeText, detectEncoding } from './encodings';

const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶\u00a7÷¸°¨·¹³²■ ';

/** Encodes a text; fails where the encoding lacks one of its letters. */
function encode(text: string, encoding: CsvEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-16be') return new Uint8Array(Buffer.from(text, 'utf16le').swap16());
  const high = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
  const table =
    encoding === 'cp850'
      ? CP850
      : new TextDecoder(encoding === 'macroman' ? 'macintosh' : encoding).decode(high, { stream: true });
  return Uint8Array.from(text, (letter) => {
    if (letter.charCodeAt(0) < 128) return letter.charCodeAt(0);
    const at = table.indexOf(letter);
    if (at === -1) throw new Error(`${encoding} has no ${letter}`);
    return at + 128;
  });
}

async function* pieces(bytes: Uint8Array, length = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

async function decode(bytes: Uint8Array, encoding: CsvEncoding, length?: number) {
  let text = '';
  for await (const piece of decodeText(pieces(bytes, length), encoding)) text += piece;
  return text;
}

const TABLE = [
  'fornecedor;descrição;preço',
  'São José;Não é só açúcar: três opções, pães e maçãs à mesa;R$ 5,00',
  'Ímã & Cia;Câmera 1ª linha, 30 cm², 25 °C;7,00',
  'ÁGUA;CAFÉ, PÃO, AÇÚCAR, ÓLEO E CORAÇÃO;8,00',
].join('\r\n');

describe('a file of a Brazilian office', () => {
  it.each<CsvEncoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macroman'])(
    'in %s is recognised and read',
    async (encoding) => {
      const text = encoding === 'macroman' ? TABLE.replace('cm²', 'cm') : TABLE;
      const bytes = encode(text, encoding);
      const found = await detectEncoding(() => pieces(bytes));
      expect(found).toMatchObject({ encoding, isSure: true });
      expect(await decode(bytes, encoding, 7)).toBe(text);
    },
  );

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('in %s may begin with its mark', async (encoding) => {
    const bytes = encode(`\uFEFF${TABLE}`, encoding);
    expect(await detectEncoding(() => pieces(bytes, 3))).toMatchObject({ encoding, isSure: true });
    expect(await decode(bytes, encoding, 3)).toBe(TABLE);
  });

  it.each([
    'Café',
    'Pão de açúcar',
    'é',
    'ALGODÃO',
    'NÃO',
    'AÇÃO',
    'BONÉ INFANTIL',
    'Ímã de geladeira',
    'Sabão líquido',
    'Cachaça',
    'ÓLEO',
    'ÚTIL',
    'Tênis nº 42',
    'Vovô e vovó',
    'COLCHÕES',
    'Água',
    'CHÁ DE BEBÊ',
    'PÔSTER',
    'JOÃO À MESA',
  ])('is told apart by no more than %j', async (name) => {
    for (const encoding of ['windows-1252', 'cp850', 'macroman'] as const) {
      const bytes = encode(`nome\n${name}\n`, encoding);
      const found = await detectEncoding(() => pieces(bytes));
      expect([encoding, found?.encoding, found?.isSure]).toEqual([encoding, encoding, true]);
    }
  });

  it('has its doubts shown: three lines as each encoding reads them', async () => {
    const bytes = encode(['nome', 'PANÇO', 'MELÇO', 'abc', 'SALÇO', 'VERÇO'].join('\n'), 'windows-1252');
    const found = await detectEncoding(() => pieces(bytes));
    expect(found).toEqual({
      encoding: 'windows-1252',
      isSure: false,
      samples: [
        { encoding: 'windows-1252', lines: ['PANÇO', 'MELÇO', 'SALÇO'] },
        { encoding: 'cp850', lines: ['PANÃO', 'MELÃO', 'SALÃO'] },
        { encoding: 'macroman', lines: ['PAN«O', 'MEL«O', 'SAL«O'] },
      ],
    });
  });

  it('of UTF-8 with a broken byte stays UTF-8, in doubt', async () => {
    const bytes = Uint8Array.from([...encode(TABLE, 'utf-8'), 0x0a, 0xe7]);
    expect(await detectEncoding(() => pieces(bytes))).toMatchObject({ encoding: 'utf-8', isSure: false });
  });
});

it('whatever the bytes, the same is found in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      async (bytes, length) => {
        const found = await detectEncoding(() => pieces(bytes, length));
        expect(found).toEqual(await detectEncoding(() => pieces(bytes)));
        if (found)
          expect(await decode(bytes, found.encoding, length)).toBe(await decode(bytes, found.encoding));
      },
    ),
    { numRuns: runs(500) },
  );
});

it('what is no text is told from UTF-16 without a mark', async () => {
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]);
  expect(await detectEncoding(() => pieces(zip))).toBeNull();
  expect(await detectEncoding(() => pieces(new Uint8Array([97, 0, 98, 0, 99, 0, 0, 0, 0, 0])))).toBeNull();
});
