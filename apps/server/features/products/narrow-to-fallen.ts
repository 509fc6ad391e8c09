import type { Database } from '@esteira/db/database';
import type { ProductFilterInput } from '@esteira/validators/products/product';
import type { Deps } from '../../core/context';
import { listMarginFalls } from '../costs/margins/fallen-margins';
import type { Narrowed } from './queries';

/** Finds the products that `margem_caiu` asks for; whatever else is asked for stays as it is. */
export async function narrowToFallen<Input extends ProductFilterInput>(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  input: Input,
): Promise<Narrowed<Input>> {
  if (input.margem_caiu !== true) return input;
  const falls = await listMarginFalls(deps, usuarioId);
  return { ...input, ids: falls.flatMap(({ ids }) => ids) };
}

/** Reads a list of the seller's products as it is narrowed. */
export async function readNarrowed<Input extends ProductFilterInput, Result>(
  { deps, seller }: { deps: Deps; seller: { id: string } },
  input: Input,
  read: (db: Database, usuarioId: string, input: Narrowed<Input>) => Promise<Result>,
): Promise<Result> {
  const narrowed = await narrowToFallen(deps, seller.id, input);
  return read(deps.db, seller.id, narrowed);
}
