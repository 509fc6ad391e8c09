import { products } from '@esteira/db/schema/products';
import { and, eq, isNull, type Placeholder } from 'drizzle-orm';
import { AppError } from '../../core/errors';

/** The seller's product with this id, unless deleted. */
export const owned = (usuarioId: string | Placeholder, id: string | Placeholder) =>
  and(eq(products.usuario_id, usuarioId), eq(products.id, id), isNull(products.excluido_em));

export const productNotFound = () => new AppError('not_found', 'Produto não encontrado');
