import { AdapterError } from '../adapter-error';

/**
 * The 44-digit key of an authorised NF-e. Mercado Livre takes nothing but the whole `nfeProc` of production, and
 * says so in codes only; here the seller is told before anything is sent (complaint 26).
 * @throws AdapterError `validation`
 */
export function nfeKey(xml: string): string {
  const key = /<infNFe\b[^>]*\bId=["']NFe(\d{44})["']/.exec(xml)?.[1];
  if (!/<nfeProc[\s>]/.test(xml) || !key) {
    throw refused('O arquivo não é o XML autorizado de uma NF-e (nfeProc).');
  }
  const environment = /<tpAmb>\s*(\d)\s*<\/tpAmb>/.exec(xml)?.[1];
  if (environment === '2') {
    throw refused(
      'Esta NF-e é de homologação (teste) e o Mercado Livre não a aceita. Emita a nota em produção.',
    );
  }
  const status = /<cStat>\s*(\d{3})\s*<\/cStat>/.exec(xml)?.[1];
  // 100 authorised, 150 authorised out of time (SEFAZ).
  if (status && status !== '100' && status !== '150') {
    throw refused(`A SEFAZ não autorizou esta NF-e (situação ${status}).`);
  }
  return key;
}

function refused(mensagem: string): AdapterError {
  return new AdapterError('validation', mensagem);
}
