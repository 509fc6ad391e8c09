export const MAX_PRINTED_LABELS = 500;

/** How many labels can share a page, with what each choice is called. */
export const LABELS_PER_PAGE = {
  1: 'Uma por página',
  4: 'Quatro por folha A4',
} as const;

export type LabelsPerPage = keyof typeof LABELS_PER_PAGE;
