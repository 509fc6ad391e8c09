import { z } from 'zod';
import { searchPageInput } from '../wire/page';
import { changesOf, expectedVersion, recordVersion } from '../wire/record-edit';
import { email, optionalText, orNull, recordId, requiredText } from '../wire/text';

/** POST and PUT /fornecedores; empty optional fields come out as null. */
export const supplierInput = z.object({
  nome: requiredText(200),
  contato: optionalText(200),
  email: orNull(email),
  telefone: optionalText(40),
  dados_pagamento: optionalText(1000, { multiline: true }),
});

/** suppliers.update: all fields of the supplier, and which one. */
export const supplierUpdateInput = supplierInput.extend({ id: recordId, versao: expectedVersion });

/** suppliers.edit: what a form changed of the supplier, and which one. */
export const supplierEditInput = z.object({ id: recordId, mudancas: changesOf(supplierInput) });

/** suppliers.list. */
export const supplierListInput = searchPageInput;

export const supplier = z.object({
  id: z.string(),
  nome: z.string(),
  contato: z.string().nullable(),
  email: z.string().nullable(),
  telefone: z.string().nullable(),
  dados_pagamento: z.string().nullable(),
});

/** A supplier as lists and changes give it out. */
export const supplierRecord = supplier.extend({ versao: recordVersion });

export type SupplierInput = z.output<typeof supplierInput>;
export type SupplierUpdateInput = z.output<typeof supplierUpdateInput>;
export type SupplierEditInput = z.output<typeof supplierEditInput>;
export type SupplierListInput = z.output<typeof supplierListInput>;
export type Supplier = z.output<typeof supplier>;
export type SupplierRecord = z.output<typeof supplierRecord>;
