import type { Database } from '@esteira/db/database';
import { DEMO_ACCOUNTS } from '@esteira/db/demo/accounts';
import { type DemoLabel, fillDemo } from '@esteira/db/demo/fill';
import { HIDDEN_BUYER } from '@esteira/domain/order-attention';
import { renderLabel } from '@esteira/marketplaces/simulated/label';
import { makeListingId } from '@esteira/marketplaces/simulated/listing-rules';
import { hashPassword } from '../core/security/passwords';

/** Fills the demo database the first time and returns the lines that tell its accounts. */
export async function prepareDemo(db: Database): Promise<string[]> {
  await fillDemo(db, { now: new Date(), hash: hashPassword, listingId: makeListingId, label: createLabel });
  return DEMO_ACCOUNTS.map(({ papel, email, senha }) => `  ${papel}: ${email}  senha: ${senha}`);
}

const createLabel: DemoLabel = async (order) => ({
  tipo: 'application/pdf',
  conteudo: await renderLabel({
    marketplace: order.marketplace,
    ml_order_id: order.ml_order_id,
    sku: null,
    produto_nome: order.produto_nome,
    quantidade: order.quantidade,
    cliente_nome: order.cliente_nome ?? HIDDEN_BUYER,
    cliente_endereco: order.cliente_endereco ?? HIDDEN_BUYER,
    remetente_nome: order.fornecedor_nome,
    remetente_detalhe: `Vendido por ${DEMO_ACCOUNTS[0].nome}`,
    criado_em: new Date(order.criado_em),
  }),
});
