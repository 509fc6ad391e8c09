import type { AnyAct } from './core/heavy/serve-acts';
import type { Export } from './core/tables/export-route';
import { paymentExport } from './features/admin/payments/payment-table';
import { closingDocument } from './features/dashboard/closing/closing-route';
import { periodExports } from './features/dashboard/closing/period-table';
import { orderExport } from './features/orders/order-table';
import { productExport } from './features/products/export/product-table';
import { purchaseDocument } from './features/purchasing/pdf';
import { labelDocument } from './features/shipping/labels/print-route';

/** All lists that can be had as a file. */
export const EXPORTS: readonly Export[] = [productExport, orderExport, paymentExport, ...periodExports];

/** All work that a thread knows. */
export const HEAVY_ACTS: readonly AnyAct[] = [
  ...EXPORTS.map(({ act }) => act),
  closingDocument,
  labelDocument,
  purchaseDocument,
];
