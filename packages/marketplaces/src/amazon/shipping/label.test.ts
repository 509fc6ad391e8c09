import { describe, expect, it } from 'vitest';
import { writeZip } from '../../../testing/amazon/zip-writer';
import { labelIn } from './label';
import { readZip } from './zip';

/** Made by another program (Python's zipfile): a folder, a stored file, a deflated one, and a comment. */
const FOREIGN = Buffer.from(
  'UEsDBBQAAAAAAIpFdV0AAAAAAAAAAAAAAAAKAAAAZG9jdW1lbnRzL1BLAwQUAAAAAAAAYHVddRo8Xg8AAAAPAAAAEgAAAGRvY3VtZW50cy9ub3RhLnR4dHNlbSBjb21wcmVzc8Ojb1BLAwQUAAAACAAAYHVdQhFM3xYAAAAXAQAAHAAAAGRvY3VtZW50cy9TaGlwcGluZ19MYWJlbC5wZGZTDXBx0zXUM1FILcksLE0tSRxlgBgAUEsBAhQDFAAAAAAAikV1XQAAAAAAAAAAAAAAAAoAAAAAAAAAAAAQAP1BAAAAAGRvY3VtZW50cy9QSwECFAMUAAAAAAAAYHVddRo8Xg8AAAAPAAAAEgAAAAAAAAAAAAAAgAEoAAAAZG9jdW1lbnRzL25vdGEudHh0UEsBAhQDFAAAAAgAAGB1XUIRTN8WAAAAFwEAABwAAAAAAAAAAAAAAIABZwAAAGRvY3VtZW50cy9TaGlwcGluZ19MYWJlbC5wZGZQSwUGAAAAAAMAAwDCAAAAtwAAAAkAYnkgcHl0aG9u',
  'base64',
);

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('readZip', () => {
  it('reads stored and deflated files of a foreign archive and leaves folders out', () => {
    const entries = readZip(FOREIGN)?.map(({ nome, bytes }) => [nome, textOf(bytes).slice(0, 17)]);
    expect(entries).toEqual([
      ['documents/nota.txt', 'sem compressão'],
      ['documents/Shipping_Label.pdf', '%PDF-1.4 etiqueta'],
    ]);
  });

  it.each([
    ['no archive', new TextEncoder().encode('<html>Access denied</html>'.repeat(9))],
    ['nothing', new Uint8Array()],
    ['a directory that points outside', FOREIGN.subarray(40)],
    ['an archive that was cut', FOREIGN.subarray(0, FOREIGN.length - 40)],
  ])('is null for %s', (_name, bytes) => {
    expect(readZip(bytes)).toBeNull();
  });

  it('refuses an encrypted file instead of giving its cipher', () => {
    const bytes = writeZip([{ nome: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.4') }]);
    const view = Buffer.from(bytes);
    const entry = view.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    view.writeUInt16LE(view.readUInt16LE(entry + 8) | 1, entry + 8);
    expect(readZip(view)).toBeNull();
  });
});

describe('labelIn', () => {
  it('finds the document that is named like a label, also after another PDF', () => {
    expect(textOf(labelIn(FOREIGN) ?? new Uint8Array())).toMatch(/^%PDF-1.4 etiqueta/);
  });

  it('takes a bare PDF, and an only PDF by any name', () => {
    const pdf = new TextEncoder().encode('%PDF-1.4 x');
    expect(labelIn(pdf)).toEqual(pdf);
    expect(labelIn(writeZip([{ nome: 'doc.bin', bytes: pdf }]))).toEqual(pdf);
  });

  it('never gives an error page for a label', () => {
    expect(labelIn(new TextEncoder().encode('<Error>expired</Error>'))).toBeNull();
    expect(labelIn(writeZip([{ nome: 'label.pdf', bytes: new TextEncoder().encode('{}') }]))).toBeNull();
  });
});
