import { monthOf, newId } from './ids';
import type { Lanes } from './lanes';

/** As JSON, as it stands in the order: the simulated buyer is always the same. */
const BUYER = '"Ana Souza","Rua das Palmeiras, 100 - Centro, São Paulo - SP, 01000-000"';
const MERCADO_LIVRE = 1;

interface Sale {
  /** The number of this server. */
  server: number;
  seller: string;
  product: string;
}

/** Takes one unit of the stock, or throws where there is none. */
export async function sell(lanes: Lanes, { server, seller, product }: Sale): Promise<{ pedido: number }> {
  const now = Date.now();
  const id = newId(server);
  const number = 2e15 + Math.floor(Math.random() * 1e12);
  const rows = await lanes.run((lane) => [
    seller,
    product,
    id,
    number,
    MERCADO_LIVRE,
    monthOf(now),
    1 + server * lanes.size + lane,
    now,
    BUYER,
  ]);
  if (rows.length === 0) throw new Error('out of stock');
  return { pedido: id };
}
