/** Forbidden imports that are still to be mended. Nothing is ever added; what is mended is taken off. */
export const KNOWN = [
  'apps/web/src/features/products/form/listing-sheet-fields.tsx → apps/web/src/features/products/form/listing-sheet-section.tsx',
];
