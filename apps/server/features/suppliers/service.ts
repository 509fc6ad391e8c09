import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type {
  SupplierEditInput,
  SupplierInput,
  SupplierListInput,
  SupplierRecord,
  SupplierUpdateInput,
} from '@esteira/validators/products/supplier';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { requireVersion, takeChanges } from '../../core/edits/record-changes';
import { versionColumn } from '../../core/edits/version-column';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { cursorId, toPage } from '../../core/paging';
import { containsText } from '../../core/search';

const fields = {
  nome: suppliers.nome,
  contato: suppliers.contato,
  email: suppliers.email,
  telefone: suppliers.telefone,
  dados_pagamento: suppliers.dados_pagamento,
};

/** What a deleted supplier has no more: all but its name, which stays for the orders. */
export const ERASED: Record<Exclude<keyof typeof fields, 'nome'>, null> = {
  contato: null,
  email: null,
  telefone: null,
  dados_pagamento: null,
};

const columns = { id: suppliers.id, ...fields, versao: versionColumn(...Object.values(fields)) };

/** The seller's suppliers, newest first. */
export async function listSuppliers(
  db: Database,
  usuarioId: string,
  input: SupplierListInput,
): Promise<Page<SupplierRecord>> {
  const rows = await db
    .select(columns)
    .from(suppliers)
    .where(
      and(
        eq(suppliers.usuario_id, usuarioId),
        lt(suppliers.id, cursorId(input.cursor)),
        isNull(suppliers.excluido_em),
        input.busca === undefined ? undefined : containsText(suppliers.nome, input.busca),
      ),
    )
    .orderBy(desc(suppliers.id))
    .limit(input.limite + 1);
  return toPage(rows, input.limite);
}

export async function createSupplier(
  db: Database,
  usuarioId: string,
  input: SupplierInput,
): Promise<SupplierRecord> {
  const [created] = await db
    .insert(suppliers)
    .values({ usuario_id: usuarioId, ...input })
    .returning(columns);
  if (created === undefined) throw new Error('the insert returned no row');
  return created;
}

/** Replaces all fields; `conflict` where the client says which version it replaces and it is another. */
export function updateSupplier(
  db: Database,
  usuarioId: string,
  { id, versao, ...input }: SupplierUpdateInput,
): Promise<SupplierRecord> {
  return db.transaction(async (tx) => {
    const current = await lockSupplier(tx, usuarioId, id);
    requireVersion(current.versao, versao, WAS_CHANGED);
    return writeSupplier(tx, usuarioId, { id, ...input });
  });
}

/** Writes what a form changed; `conflict` where somebody else changed one of the fields meanwhile. */
export function editSupplier(
  db: Database,
  usuarioId: string,
  { id, mudancas }: SupplierEditInput,
): Promise<SupplierRecord> {
  return db.transaction(async (tx) => {
    const current = await lockSupplier(tx, usuarioId, id);
    return writeSupplier(tx, usuarioId, { id, ...takeChanges(current, mudancas, WAS_CHANGED) });
  });
}

const WAS_CHANGED = 'Este fornecedor foi alterado';

async function lockSupplier(tx: Database, usuarioId: string, id: string): Promise<SupplierRecord> {
  const [locked] = isEntityId(id)
    ? await tx.select(columns).from(suppliers).where(owned(usuarioId, id)).for('update')
    : [];
  if (locked === undefined) throw notFound();
  return locked;
}

async function writeSupplier(
  tx: Database,
  usuarioId: string,
  { id, ...values }: Partial<SupplierInput> & { id: string },
): Promise<SupplierRecord> {
  const [updated] = await tx
    .update(suppliers)
    .set({ ...values, atualizado_em: sql`now()` })
    .where(owned(usuarioId, id))
    .returning(columns);
  if (updated === undefined) throw notFound();
  return updated;
}

/**
 * Deletes a supplier without products; what it held of personal data is erased, its name stays for the orders.
 * The row is locked first: a product being created for it waits and then finds it gone.
 */
export async function removeSupplier(db: Database, usuarioId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSupplier(tx, usuarioId, id);
    const { usuario_id, fornecedor_id, excluido_em } = products;
    const isLinked = and(eq(usuario_id, usuarioId), eq(fornecedor_id, id), isNull(excluido_em));
    const linked = await tx.$count(products, isLinked);
    if (linked > 0) throw new AppError('conflict', `Fornecedor possui ${linked} produto(s) vinculado(s)`);
    await tx
      .update(suppliers)
      .set({ excluido_em: sql`now()`, ...ERASED })
      .where(owned(usuarioId, id));
  });
}

const owned = (usuarioId: string, id: string) =>
  and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, id), isNull(suppliers.excluido_em));

const notFound = () => new AppError('not_found', 'Fornecedor não encontrado');
