import { newId } from '@esteira/db/schema/columns';
import type { ChangeField } from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import type { ChangeApplyInput } from '@esteira/validators/products/product-change';
import type { TestUser } from '../../../../testing/makers';
import type { TestServer } from '../../../../testing/server';

type Call = Pick<TestServer, 'call'>;

export async function listProducts({ call }: Call, user: TestUser): Promise<Product[]> {
  return (await call('GET', '/api/produtos', { token: user.token })).body;
}

export function applyChange({ call }: Call, user: TestUser, body: Partial<ChangeApplyInput>) {
  return call('POST', '/trpc/products.applyChange', { token: user.token, body });
}

export function undoChange({ call }: Call, user: TestUser, id: string) {
  return call('POST', '/trpc/products.undoChange', { token: user.token, body: { id } });
}

/** Gives all of these products one new value, as seen now; answers the set's id. */
export async function changeAll(
  server: Call,
  user: TestUser,
  { campo, products, depois }: { campo: ChangeField; products: Product[]; depois: number | null },
): Promise<string> {
  const lote_id = newId();
  const itens = products.map((product) => ({ id: product.id, antes: product[campo], depois }));
  const answer = await applyChange(server, user, { lote_id, campo, itens });
  if (answer.status !== 200) throw new Error(answer.text);
  return lote_id;
}
