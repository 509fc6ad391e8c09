/** Access keys with right check digits, for tests. */
export const NFE_KEYS = [
  '35240112345678000195550010000012341123456785',
  '35240112345678000195550010000012351123456782',
] as const;

/** The key of an issuer whose CNPJ has letters: 12.ABC.345/01DE-35. */
export const NFE_KEY_WITH_LETTERS = '35260712ABC34501DE35550010000012351123456788';

/** For tests: the parts of an authorised NF-e that anybody here looks at. */
export function nfeXml(chave: string = NFE_KEYS[0], { ambiente = '1', situacao = '100' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">
  <NFe><infNFe versao="4.00" Id="NFe${chave}"><ide><cUF>35</cUF><tpAmb>${ambiente}</tpAmb></ide></infNFe></NFe>
  <protNFe versao="4.00"><infProt><tpAmb>${ambiente}</tpAmb><chNFe>${chave}</chNFe><cStat>${situacao}</cStat></infProt></protNFe>
</nfeProc>`;
}
