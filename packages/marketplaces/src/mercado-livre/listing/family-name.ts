import { listAt, numberAt } from '../../http/json';
import type { AdapterContext } from '../../port';
import type { MercadoLivreApi } from '../client';
import { readRefusal } from '../errors';
import { reasonsOf } from './reasons';

const KEPT = 'O nome do anúncio continua o mesmo no Mercado Livre';
const SHARED = `${KEPT}: ele é comum a outras variações. Mude-o no próprio Mercado Livre.`;
const TAKEN = `${KEPT}: uma mudança anterior ainda está em andamento, ou outro anúncio seu já tem este nome.`;
const UNKNOWN = `${KEPT}: não foi possível ler a família do anúncio. Mude-o no próprio Mercado Livre.`;

/**
 * Renames a user product's family, from which Mercado Livre builds the title; answers the warning for the seller, or
 * null. The item itself refuses `family_name`. A family of several products is left alone: one product's
 * name is not the others'.
 */
export async function renameFamily(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  { item, family_name }: { item: unknown; family_name: string },
): Promise<string | null> {
  const id = numberAt(item, 'family_id');
  // Longer numbers lose digits in JSON and would name another family.
  if (id === null || !Number.isSafeInteger(id)) return UNKNOWN;
  const path = `/user-products-families/${id}`;
  const read = await api.ask(ctx, 'ml.families.read', { method: 'GET', path: `/sites/MLB${path}` });
  const products = read.status < 300 ? listAt(read.json(), 'user_products_ids') : [];
  if (products.length === 0) return UNKNOWN;
  if (products.length > 1) return SHARED;
  const body = { json: { family_name } };
  const renamed = await api.ask(ctx, 'ml.families.update', { method: 'PUT', path, body });
  if (renamed.status < 300) return null;
  return renamed.status === 409 ? TAKEN : `${KEPT}: ${reasonsOf(readRefusal(renamed)).join(' ')}`;
}
