import type { LabelFile } from '../port';
import { type LabelInput, renderLabel } from './label';

/** MIME type of a label that is kept as what it shows and drawn each time somebody looks at it. */
export const DRAWN_LABEL = 'application/vnd.esteira.etiqueta+json' satisfies LabelFile['mime'];

type DrawnInput = Omit<LabelInput, 'compress'>;

/** What a simulated label shows, as it is kept: a tenth of its PDF, and nothing has to be drawn for a step. */
export function describeLabel(input: DrawnInput): LabelFile {
  return { mime: DRAWN_LABEL, bytes: new TextEncoder().encode(JSON.stringify(input)) };
}

/**
 * The document of a kept label. Documents are given back as they are; of a drawn label the PDF, the same bytes each
 * time. What this program did not write fails.
 */
export async function openLabel<Stored extends { tipo: string; conteudo: Uint8Array }>(
  label: Stored,
): Promise<Stored> {
  if (label.tipo !== DRAWN_LABEL) return label;
  const input: DrawnInput = JSON.parse(new TextDecoder().decode(label.conteudo));
  const conteudo = await renderLabel({ ...input, criado_em: new Date(input.criado_em) });
  return { ...label, tipo: 'application/pdf', conteudo };
}
