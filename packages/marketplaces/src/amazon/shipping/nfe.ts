import { createHash } from 'node:crypto';

/** The document as Amazon wants it: base64 of the bytes, and base64 of their MD5 (marketplaces.md §2.8). */
export function encodeNfe(xml: string): { invoiceContent: string; contentMD5Value: string } {
  const bytes = Buffer.from(xml, 'utf8');
  return {
    invoiceContent: bytes.toString('base64'),
    contentMD5Value: createHash('md5').update(bytes).digest('base64'),
  };
}
