import { hasRightCheckDigit, isNfeKey, MAX_NFE_LENGTH } from '@esteira/domain/documents/nfe';
import { SaxesParser } from 'saxes';

/** What an XML turned out to be: an NF-e that can open the way to a label, or why not, for the seller. */
export type NfeReading = { ok: true; chave: string } | { ok: false; motivo: string };

const NO_NFE = 'O arquivo não é o XML autorizado de uma NF-e (nfeProc), com a chave de 44 caracteres.';
const WRONG_KEY =
  'O arquivo não é o XML autorizado de uma NF-e: o dígito verificador da chave de 44 caracteres está errado.';
const NOT_AUTHORISED = 'A SEFAZ não autorizou esta NF-e: envie o XML de uma nota autorizada.';
const HOMOLOGATION = 'A NF-e é de homologação, sem valor fiscal: envie a nota de produção.';

/** Authorised, in time or late (status codes of the SEFAZ). */
const AUTHORISED: ReadonlySet<string> = new Set(['100', '150']);

/** An NF-e's own elements lie ten deep, with names of up to 20 characters. Open ones are held in memory. */
const MAX_DEPTH = 32;
const MAX_NAME_LENGTH = 100;

const INVOICE = 'nfeProc/NFe/infNFe';
const ENVIRONMENT = `${INVOICE}/ide/tpAmb`;
const PROTOCOL_KEY = 'nfeProc/protNFe/infProt/chNFe';
const PROTOCOL_STATUS = 'nfeProc/protNFe/infProt/cStat';
const WANTED: ReadonlySet<string> = new Set([ENVIRONMENT, PROTOCOL_KEY, PROTOCOL_STATUS]);

/**
 * Checks an NF-e: the whole `nfeProc`, authorised, of production (docs/marketplace-rules.md#mercado-livre-invoice).
 * Whose CNPJ it names is not compared: Esteira knows none of the seller. Reads it once, from front to back.
 */
export function readNfe(xml: string): NfeReading {
  const facts = readFacts(xml);
  const id = facts?.get(INVOICE);
  if (!facts || !id?.startsWith('NFe') || !isNfeKey(id.slice(3))) return refused(NO_NFE);
  const chave = id.slice(3);
  if (!hasRightCheckDigit(chave)) return refused(WRONG_KEY);
  if (facts.get(ENVIRONMENT) !== '1') return refused(HOMOLOGATION);
  if (facts.get(PROTOCOL_KEY) !== chave) return refused(NO_NFE);
  return AUTHORISED.has(facts.get(PROTOCOL_STATUS) ?? '') ? { ok: true, chave } : refused(NOT_AUTHORISED);
}

class NoNfe extends Error {}

/** The invoice's id and what the wanted elements hold, by their paths; null for what is no XML or holds two invoices. */
function readFacts(xml: string): Map<string, string> | null {
  const facts = new Map<string, string>();
  const open: string[] = [];
  const parser = new SaxesParser();
  const refuse = () => {
    throw new NoNfe();
  };
  const add = (text: string) => {
    const path = open.length > 0 ? open.join('/') : '';
    if (!WANTED.has(path)) return;
    facts.set(path, `${facts.get(path) ?? ''}${text.trim()}`);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => open.pop());
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    if (open.length > MAX_DEPTH || name.length > MAX_NAME_LENGTH) refuse();
    if (open.join('/') !== INVOICE) return;
    if (facts.has(INVOICE)) refuse();
    facts.set(INVOICE, attributes['Id'] ?? '');
  });
  try {
    if (xml.length > MAX_NFE_LENGTH) refuse();
    parser.write(xml.trim()).close();
    return facts;
  } catch (error) {
    if (error instanceof NoNfe) return null;
    throw error;
  }
}

function refused(motivo: string): NfeReading {
  return { ok: false, motivo };
}
