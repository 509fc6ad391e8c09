/** Pages of the marketplaces and the law that the rules were taken from. */
export const SOURCES = {
  mlFees: 'https://developers.mercadolivre.com.br/pt-br/comissao-por-vender',
  mlGreenTable: 'https://www.mercadolivre.com.br/ajuda/40538',
  mlYellowTable: 'https://www.mercadolivre.com.br/ajuda/40545',
  mlOrangeTable: 'https://www.mercadolivre.com.br/ajuda/40547',
  mlAugustTable: 'https://vendedores.mercadolivre.com.br/knowledge-hub/48392',
  mlSellingCosts: 'https://www.mercadolivre.com.br/ajuda/quanto-custa-vender-um-produto_1338',
  mlFreeShipping: 'https://www.mercadolivre.com.br/ajuda/Custos-de-frete-gratis-pelo-Mercado-Envios_3362',
  mlMarchChange: 'https://github.com/vlima-creator/Precifica-o',
  mlChange2018: 'https://tecnoblog.net/248713/mercado-livre-tarifa-venda-120-reais',
  amazonPrices: 'https://venda.amazon.com.br/precos',
  amazonReferral: 'https://sellercentral.amazon.com.br/gp/help/external/200336920',
  amazonDba: 'https://venda.amazon.com.br/cresca/dba',
  amazonFba: 'https://venda.amazon.com.br/cresca/fba',
  simples: 'https://www.planalto.gov.br/ccivil_03/leis/lcp/lcp123.htm',
  mei2026: 'https://pb.agenciasebrae.com.br/?p=8156',
} as const;
