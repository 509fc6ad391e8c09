import { DRAWN_LABEL } from '@esteira/marketplaces/simulated/drawn-label';

/** A stored label as its bytes and their MIME type. */
export interface StoredLabel {
  tipo: string;
  conteudo: Uint8Array;
}

export const PDF_TYPE = 'application/pdf';
/** Pictures that fit into a PDF, with what puts them there. */
export const IMAGE_TYPES = { 'image/png': 'embedPng', 'image/jpeg': 'embedJpg' } as const;

/** Whether labels of this MIME type fit into a PDF. Text for label printers (ZPL) does not. */
export function isPrintable(tipo: string): boolean {
  return tipo === PDF_TYPE || tipo === DRAWN_LABEL || Object.hasOwn(IMAGE_TYPES, tipo);
}
