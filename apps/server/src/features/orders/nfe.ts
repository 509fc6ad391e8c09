import { AppError } from '../../core/errors';

const NO_NFE = 'O arquivo não é o XML autorizado de uma NF-e (nfeProc), com a chave de 44 dígitos';
const NOT_AUTHORISED = 'A SEFAZ não autorizou esta NF-e: envie o XML de uma nota autorizada';
const HOMOLOGATION = 'A NF-e é de homologação, sem valor fiscal: envie a nota de produção';

/** Authorised, in time or late (status codes of the SEFAZ). */
const AUTHORISED = new Set(['100', '150']);

/**
 * Reads the access key of an NF-e that can open the way to a label: the whole `nfeProc`, authorised, of production
 * (marketplaces.md §4, complaint 26). Whose CNPJ it bears is not compared: Esteira knows none of the seller.
 * @throws AppError `invalid`
 */
export function readNfeKey(xml: string): string {
  const key = /<infNFe\b[^>]*\bId="NFe(\d{44})"/.exec(xml)?.[1];
  if (!/<nfeProc[\s>]/.test(xml) || key === undefined || !hasRightCheckDigit(key)) throw refused(NO_NFE);
  if (textOf(xml, 'tpAmb') !== '1') throw refused(HOMOLOGATION);
  const protocol = /<protNFe\b[\s\S]*<\/protNFe>/.exec(xml)?.[0] ?? '';
  if (textOf(protocol, 'chNFe') !== key) throw refused(NO_NFE);
  if (!AUTHORISED.has(textOf(protocol, 'cStat') ?? '')) throw refused(NOT_AUTHORISED);
  return key;
}

function textOf(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\s*([^<\\s]+)\\s*</${tag}>`).exec(xml)?.[1] ?? null;
}

/** Modulo 11 with the weights 2 to 9, from the right. */
export function hasRightCheckDigit(key: string): boolean {
  const digits = [...key].map(Number);
  const last = digits.pop();
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return last === (rest < 2 ? 0 : 11 - rest);
}

function refused(mensagem: string): AppError {
  return new AppError('invalid', mensagem, { erros: [{ campo: 'xml', mensagem }] });
}
