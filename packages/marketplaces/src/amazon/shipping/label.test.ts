import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { findLabel } from './label';

/** Made by another program (Python's zipfile): a folder, a stored file, a deflated one, and a comment. */
const FOREIGN = Buffer.from(
  'UEsDBBQAAAAAAIpFdV0AAAAAAAAAAAAAAAAKAAAAZG9jdW1lbnRzL1BLAwQUAAAAAAAAYHVddRo8Xg8AAAAPAAAAEgAAAGRvY3VtZW50cy9ub3RhLnR4dHNlbSBjb21wcmVzc8Ojb1BLAwQUAAAACAAAYHVdQhFM3xYAAAAXAQAAHAAAAGRvY3VtZW50cy9TaGlwcGluZ19MYWJlbC5wZGZTDXBx0zXUM1FILcksLE0tSRxlgBgAUEsBAhQDFAAAAAAAikV1XQAAAAAAAAAAAAAAAAoAAAAAAAAAAAAQAP1BAAAAAGRvY3VtZW50cy9QSwECFAMUAAAAAAAAYHVddRo8Xg8AAAAPAAAAEgAAAAAAAAAAAAAAgAEoAAAAZG9jdW1lbnRzL25vdGEudHh0UEsBAhQDFAAAAAgAAGB1XUIRTN8WAAAAFwEAABwAAAAAAAAAAAAAAIABZwAAAGRvY3VtZW50cy9TaGlwcGluZ19MYWJlbC5wZGZQSwUGAAAAAAMAAwDCAAAAtwAAAAkAYnkgcHl0aG9u',
  'base64',
);

const getText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('the label among the documents', () => {
  it('finds the document that is named like a label, also after another PDF', () => {
    expect(getText(findLabel(FOREIGN) ?? new Uint8Array())).toMatch(/^%PDF-1.4 etiqueta/);
  });

  it('takes a bare PDF, and an only PDF by any name', () => {
    const pdf = new TextEncoder().encode('%PDF-1.4 x');
    expect(findLabel(pdf)).toEqual(pdf);
    expect(findLabel(zipSync({ 'doc.bin': pdf }))).toEqual(pdf);
  });

  it('never gives an error page for a label', () => {
    expect(findLabel(new TextEncoder().encode('<Error>expired</Error>'))).toBeNull();
    expect(findLabel(zipSync({ 'label.pdf': new TextEncoder().encode('{}') }))).toBeNull();
  });

  it.each([
    ['no archive', new TextEncoder().encode('<html>Access denied</html>'.repeat(9))],
    ['nothing', new Uint8Array()],
    ['a directory that points outside', FOREIGN.subarray(40)],
    ['an archive that was cut', FOREIGN.subarray(0, FOREIGN.length - 40)],
  ])('is not found in %s', (_name, bytes) => {
    expect(findLabel(bytes)).toBeNull();
  });

  it('is not unpacked beyond what a document can be', () => {
    const bomb = zipSync({ 'label.pdf': Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(21_000_000)]) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(findLabel(bomb)).toBeNull();
  });
});
