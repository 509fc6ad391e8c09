/** Forbidden imports that are still to be mended. Nothing is ever added; what is mended is taken off. */
export const KNOWN = [
  'apps/server/src/features/products/router.ts → apps/server/src/features/publication/service.ts',
  'apps/server/src/features/products/service.ts → apps/server/src/features/publication/product-edit.ts',
  'apps/server/src/features/publication/router.ts → apps/server/src/features/orders/simulated-sale.ts',
  'apps/web/src/features/products/form/listing-sheet-fields.tsx → apps/web/src/features/products/form/listing-sheet-section.tsx',
];
