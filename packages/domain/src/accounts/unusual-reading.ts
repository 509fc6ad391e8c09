import { countText } from '../text/count-text';

/** 'Leitura incomum: Bia viu os dados de 900 compradores em uma hora.' */
export const describeUnusualReading = ({ nome, pedidos }: { nome: string; pedidos: number }): string =>
  `Leitura incomum: ${nome} viu os dados de ${countText(pedidos, 'comprador', 'compradores')} em uma hora.`;
