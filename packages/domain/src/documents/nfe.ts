/** The longest NF-e that is taken, in characters: with its wrapping it fits into a request of 1 MB. */
export const MAX_NFE_LENGTH = 900_000;

/** What an XML turned out to be: an NF-e that can open the way to a label, or why not, for the seller. */
export type NfeReading = { ok: true; chave: string } | { ok: false; motivo: string };

const NO_NFE = 'O arquivo não é o XML autorizado de uma NF-e (nfeProc), com a chave de 44 dígitos.';
const NOT_AUTHORISED = 'A SEFAZ não autorizou esta NF-e: envie o XML de uma nota autorizada.';
const HOMOLOGATION = 'A NF-e é de homologação, sem valor fiscal: envie a nota de produção.';

/** Authorised, in time or late (status codes of the SEFAZ). */
const AUTHORISED: ReadonlySet<string> = new Set(['100', '150']);

/**
 * Checks an NF-e: the whole `nfeProc`, authorised, of production (docs/marketplace-rules.md#mercado-livre-invoice).
 * Whose CNPJ it names is not compared: Esteira knows none of the seller.
 */
export function readNfe(xml: string): NfeReading {
  const chave = /<infNFe\b[^>]*\bId=["']NFe(\d{44})["']/.exec(xml)?.[1];
  if (!/<nfeProc[\s>]/.test(xml) || chave === undefined || !hasRightCheckDigit(chave)) return refused(NO_NFE);
  if (readTag(xml, 'tpAmb') !== '1') return refused(HOMOLOGATION);
  const protocol = /<protNFe\b[\s\S]*<\/protNFe>/.exec(xml)?.[0] ?? '';
  if (readTag(protocol, 'chNFe') !== chave) return refused(NO_NFE);
  return AUTHORISED.has(readTag(protocol, 'cStat') ?? '') ? { ok: true, chave } : refused(NOT_AUTHORISED);
}

/** Tells whether the last of an access key's 44 digits is right: modulo 11 with the weights 2 to 9, from the right. */
export function hasRightCheckDigit(key: string): boolean {
  if (!/^\d{44}$/.test(key)) return false;
  const digits = [...key].map(Number);
  const last = digits.pop();
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0);
  const rest = sum % 11;
  return last === (rest < 2 ? 0 : 11 - rest);
}

function readTag(xml: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\s*([^<\\s]+)\\s*</${tag}>`).exec(xml)?.[1] ?? null;
}

function refused(motivo: string): NfeReading {
  return { ok: false, motivo };
}
