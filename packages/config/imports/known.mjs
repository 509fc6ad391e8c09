/** Forbidden imports that are still to be mended. Nothing is ever added; what is mended is taken off. */
export const KNOWN = [
  'apps/server/src/core/context.ts → apps/server/src/jobs/queue.ts',
  'apps/server/src/features/products/router.ts → apps/server/src/features/publication/service.ts',
  'apps/server/src/features/products/service.ts → apps/server/src/features/publication/product-edit.ts',
  'apps/server/src/features/publication/router.ts → apps/server/src/features/orders/simulated-sale.ts',
  'apps/server/src/http/trpc-endpoint.ts → apps/server/src/router.ts',
  'apps/server/src/jobs/background.ts → apps/server/src/job-handlers.ts',
  'apps/server/src/jobs/background.ts → apps/server/src/job-relays.ts',
  'apps/server/src/jobs/worker.ts → apps/server/src/features/connections/refused-account.ts',
  'apps/web/src/features/products/form/listing-sheet-fields.tsx → apps/web/src/features/products/form/listing-sheet-section.tsx',
];
