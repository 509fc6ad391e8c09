import { z } from 'zod';
import { searchPageInput } from '../wire/page';
import { email, optionalText, orNull, recordId, requiredText } from '../wire/text';

/** POST and PUT /fornecedores; empty optional fields come out as null. */
export const supplierInput = z.object({
  nome: requiredText(200),
  contato: optionalText(200),
  email: orNull(email),
  telefone: optionalText(40),
  dados_pagamento: optionalText(1000, { multiline: true }),
});

/** suppliers.update: the whole supplier anew, and which one. */
export const supplierUpdateInput = supplierInput.extend({ id: recordId });

/** suppliers.list. */
export const supplierListInput = searchPageInput;

/** A supplier. */
export const supplier = z.object({
  id: z.string(),
  nome: z.string(),
  contato: z.string().nullable(),
  email: z.string().nullable(),
  telefone: z.string().nullable(),
  dados_pagamento: z.string().nullable(),
});

export type SupplierInput = z.output<typeof supplierInput>;
export type SupplierFormValues = z.input<typeof supplierInput>;
export type SupplierUpdateInput = z.output<typeof supplierUpdateInput>;
export type SupplierListInput = z.output<typeof supplierListInput>;
export type Supplier = z.output<typeof supplier>;
