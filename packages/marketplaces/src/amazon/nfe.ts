import { createHash } from 'node:crypto';
import { AdapterError } from '../adapter-error';

const NO_NFE = 'O arquivo não é o XML autorizado de uma NF-e (nfeProc).';

/**
 * Refuses what cannot be an authorised NF-e of production: the whole `nfeProc` with its 44-digit key, and
 * `tpAmb` 1, because a homologation invoice opens no label (complaint 26).
 * @throws AdapterError `validation`
 */
export function requireNfe(xml: string): void {
  if (!/<nfeProc[\s>]/.test(xml) || !/Id="NFe\d{44}"/.test(xml)) throw new AdapterError('validation', NO_NFE);
  if (/<tpAmb>\s*2\s*<\/tpAmb>/.test(xml)) {
    throw new AdapterError(
      'validation',
      'A NF-e é de homologação, sem valor fiscal. Envie a nota de produção.',
    );
  }
}

/** The document as Amazon wants it: base64 of the bytes, and base64 of their MD5 (marketplaces.md §2.8). */
export function encodeNfe(xml: string): { invoiceContent: string; contentMD5Value: string } {
  const bytes = Buffer.from(xml, 'utf8');
  return {
    invoiceContent: bytes.toString('base64'),
    contentMD5Value: createHash('md5').update(bytes).digest('base64'),
  };
}
