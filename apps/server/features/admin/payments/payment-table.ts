import { PAYMENT_METHOD_LABELS, PAYMENT_STATUS_LABELS } from '@esteira/domain/billing/payment-status';
import { PLANS } from '@esteira/domain/billing/plans';
import { toDay } from '@esteira/domain/calendar';
import { type AdminPayment, adminPaymentsInput } from '@esteira/validators/administration/admin';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { registerExport } from '../../../core/tables/export-route';
import { type Column, TABLE_PAGE } from '../../../core/tables/table';
import { listPayments, type PaymentFilters } from './payment-list';

const exportInput = adminPaymentsInput.omit({ limite: true, cursor: true });

/** GET /exportar/pagamentos.csv and .xlsx, for admins: everybody's payments under the filters of the list. */
export function registerPaymentExport(api: FastifyInstance, deps: Deps): void {
  registerExport(api, deps, {
    name: 'pagamentos',
    input: exportInput,
    scopes: 'admins',
    toTable: async ({ db, clock }, _adminId, filters: PaymentFilters) => ({
      name: `pagamentos-${toDay(clock())}`,
      columns: COLUMNS,
      pages: readPages(db, filters),
    }),
  });
}

const COLUMNS: Column<AdminPayment>[] = [
  { name: 'Pagamento', kind: 'code', width: 38, read: ({ id }) => id },
  { name: 'Data', kind: 'moment', width: 17, read: (payment) => payment.data_pagamento },
  { name: 'Nome', kind: 'text', width: 28, read: (payment) => payment.usuario_nome },
  { name: 'E-mail', kind: 'text', width: 30, read: (payment) => payment.usuario_email },
  { name: 'Plano', kind: 'text', width: 16, read: ({ plano }) => PLANS[plano].nome },
  { name: 'Valor', kind: 'money', width: 14, read: ({ valor }) => valor },
  { name: 'Parcelas', kind: 'units', width: 10, read: ({ parcelas }) => parcelas },
  { name: 'Meio', kind: 'text', width: 10, read: ({ meio }) => PAYMENT_METHOD_LABELS[meio] },
  { name: 'Bandeira', kind: 'text', width: 14, read: ({ bandeira }) => bandeira },
  { name: 'Final', kind: 'code', width: 8, read: (payment) => payment.ultimos_digitos },
  { name: 'Status', kind: 'text', width: 12, read: ({ status }) => PAYMENT_STATUS_LABELS[status] },
  { name: 'Devolvido em', kind: 'moment', width: 17, read: (payment) => payment.devolvido_em },
  { name: 'Motivo do estorno', kind: 'text', width: 40, read: (payment) => payment.motivo_estorno },
  { name: 'ID no Mercado Pago', kind: 'code', width: 38, read: (payment) => payment.id_externo },
];

async function* readPages(db: Deps['db'], filters: PaymentFilters): AsyncIterable<AdminPayment[]> {
  let cursor: string | undefined;
  do {
    const page = await listPayments(db, { ...filters, cursor, limite: TABLE_PAGE });
    if (page.itens.length > 0) yield page.itens;
    cursor = page.proximo_cursor ?? undefined;
  } while (cursor !== undefined);
}
