import { AdapterError } from '../../adapter-error';
import type { AdapterContext } from '../../port';
import type { MercadoLivreApi } from '../client';

const FAILED =
  'O anúncio foi publicado, mas a descrição não foi aceita pelo Mercado Livre. Publique de novo para tentar enviá-la.';

/** Mercado Livre cuts longer ones off; its own limit. */
const LONGEST = 50_000;

/** Descriptions are plain text: no HTML, no emoji (marketplaces.md §1.3, step 5). */
export function plainText(descricao: string): string {
  return descricao
    .replace(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\p{Extended_Pictographic}\u{FE0F}|\p{Emoji_Presentation}|\u{FE0F}|\u{200D}/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, LONGEST);
}

/**
 * Writes the description of an item; answers the warning for the seller, or null. A description that fails must
 * not lose the listing, so only an abort of the caller is an error.
 */
export async function writeDescription(
  api: MercadoLivreApi,
  ctx: AdapterContext,
  { id, descricao, isNew }: { id: string; descricao: string | null; isNew: boolean },
): Promise<string | null> {
  const plain_text = plainText(descricao ?? '');
  if (!plain_text) return null;
  const send = (method: 'POST' | 'PUT') =>
    api.ask(ctx, 'ml.items.description', {
      method,
      path: `/items/${id}/description`,
      query: method === 'PUT' ? { api_version: '2' } : undefined,
      body: { json: { plain_text } },
    });
  try {
    const first = await send(isNew ? 'POST' : 'PUT');
    if (first.status < 300) return null;
    // It exists already, or does not exist yet: the other verb is the right one then.
    const second = await send(isNew ? 'PUT' : 'POST');
    return second.status < 300 ? null : FAILED;
  } catch (error) {
    if (error instanceof AdapterError && !ctx.signal?.aborted) return FAILED;
    throw error;
  }
}
