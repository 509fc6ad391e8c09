import { accountLinks } from '@esteira/db/schema/accounts/account-links';
import { activities } from '@esteira/db/schema/accounts/activities';
import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { apiKeys } from '@esteira/db/schema/accounts/api-keys';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { devices } from '@esteira/db/schema/accounts/devices';
import { readNotices } from '@esteira/db/schema/accounts/read-notices';
import { sessions } from '@esteira/db/schema/accounts/sessions';
import { teamInvitations, teamMembers } from '@esteira/db/schema/accounts/team';
import { twoStep } from '@esteira/db/schema/accounts/two-step';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { costSettings } from '@esteira/db/schema/costs/cost-settings';
import { knownFees } from '@esteira/db/schema/costs/known-fees';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { orderEstimates } from '@esteira/db/schema/orders/order-estimates';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orderNotes } from '@esteira/db/schema/orders/order-notes';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import { connections } from '@esteira/db/schema/platform/connections';
import { disconnections } from '@esteira/db/schema/platform/disconnections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { changeItems, changeSets } from '@esteira/db/schema/products/change-sets';
import { examples } from '@esteira/db/schema/products/examples';
import { listingAttributes } from '@esteira/db/schema/products/listing-attributes';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { purchasePages } from '@esteira/db/schema/products/purchase-pages';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { listingDifferences } from '@esteira/db/schema/products/stock-pushes';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

/** A table as it stands in the archive of a seller's own data. */
export interface ArchivedTable {
  /** Of its two files, without the ending. */
  name: string;
  /** For the seller, who reads it in LEIA-ME.txt. */
  what: string;
  table: PgTable;
  /** Names the seller whose row it is. */
  owner: PgColumn;
  /** By their names, in the table's order; what is secret is not among them. */
  columns: Record<string, PgColumn>;
  /** What the rows are read in the order of, behind the seller. */
  key: PgColumn[];
  /** Too long for a cell: in the JSON file alone. */
  notInCsv: readonly string[];
  /** How many rows are in memory at once. */
  page: number;
}

interface Details {
  name?: string;
  /** Instead of `usuario_id`. */
  owner?: PgColumn;
  /** Secrets, what only the server understands, and what is others' data. */
  without?: readonly string[];
  notInCsv?: readonly string[];
  page?: number;
}

const PAGE = 250;

function archived(table: PgTable, what: string, details: Details = {}): ArchivedTable {
  const { name = getTableName(table), without = [], notInCsv = [], page = PAGE } = details;
  const all = getTableColumns(table);
  const owner = details.owner ?? all['usuario_id'];
  if (owner === undefined) throw new Error(`${name} names no seller`);
  const left = ['mudanca_id', 'membro_id', 'busca', ...without];
  const columns = Object.fromEntries(Object.entries(all).filter(([column]) => !left.includes(column)));
  return { name, what, table, owner, columns, key: toKey(table, owner), notInCsv, page };
}

function toKey(table: PgTable, owner: PgColumn): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return key.filter(({ name }) => name !== owner.name);
}

/** Everything of a seller, in the order in which it stands in the archive. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  archived(users, 'Seu cadastro e seu plano', {
    name: 'conta',
    owner: users.id,
    without: ['senha_hash', 'senha_fraca_desde', 'senha_trocada_em'],
  }),
  archived(sessions, 'Onde você entrou na sua conta'),
  archived(activities, 'O que foi feito na sua conta e na sua loja, por doze meses', { without: ['janela'] }),
  archived(buyersRead, 'De quantos pedidos cada pessoa ou chave viu o comprador, por hora'),
  archived(devices, 'Navegadores que já entraram na sua conta, sem a marca deles', { without: ['resumo'] }),
  archived(apiKeys, 'Suas chaves de API, sem a própria chave', { without: ['hash'] }),
  archived(accountLinks, 'Links que pediu por e-mail, sem o próprio link', { without: ['resumo'] }),
  archived(twoStep, 'Se entrar pede um segundo passo, sem o segredo e os códigos', {
    without: ['segredo', 'codigos', 'ultimo_passo'],
  }),
  archived(teamMembers, 'Quem trabalha ou trabalhou na sua equipe'),
  archived(teamInvitations, 'Convites que enviou, sem o próprio link', { without: ['resumo'] }),
  archived(marketplaceAccounts, 'Suas contas nos marketplaces'),
  archived(connections, 'Suas contas conectadas nos marketplaces, sem as senhas de acesso', {
    without: ['token_acesso', 'token_renovacao', 'token_renovacao_anterior'],
  }),
  archived(disconnections, 'Contas que desconectou, e quando os dados dos compradores delas são apagados'),
  archived(costSettings, 'O que informou sobre os custos das suas vendas'),
  archived(knownFees, 'Tarifas que os marketplaces informaram para a sua conta (preços em centavos)'),
  archived(suppliers, 'Seus fornecedores'),
  archived(products, 'Seus produtos', { without: ['estoque_baixo'] }),
  archived(listingAttributes, 'O que os marketplaces pedem a mais de cada produto'),
  archived(listings, 'Os anúncios dos seus produtos'),
  archived(listingPauses, 'Anúncios pausados junto com o fornecedor ou a conta'),
  archived(listingDifferences, 'Diferenças encontradas entre a Esteira e os anúncios'),
  archived(stockMovements, 'Cada entrada e saída do estoque'),
  archived(changeSets, 'Alterações de vários produtos feitas no último dia'),
  archived(changeItems, 'O que essas alterações mudaram em cada produto (preços em centavos)'),
  archived(orders, 'Seus pedidos, com o primeiro item vendido, os valores e o comprador', {
    without: ['outros_itens', 'palavras', 'comprador'],
  }),
  archived(orderLines, 'Os itens de cada pedido'),
  archived(supplierSteps, 'O que já foi enviado e pago a um dos fornecedores de um pedido'),
  archived(orderShipping, 'O envio de cada pedido, como o marketplace o contou'),
  archived(orderEvents, 'O histórico de cada pedido'),
  archived(orderEstimates, 'O que cada pedido custaria, pela estimativa feita com a venda'),
  archived(orderCosts, 'O que se soube depois sobre os custos de cada pedido, com as correções'),
  archived(orderNotes, 'Suas notas nos pedidos'),
  archived(orderAttention, 'Pedidos que pedem atenção, e por quê'),
  archived(invoices, 'Notas fiscais que enviou; o XML está no arquivo JSON', {
    notInCsv: ['xml'],
    page: 10,
  }),
  archived(labels, 'De quais pedidos há etiqueta; o PDF se abre pela tela do pedido', {
    without: ['conteudo'],
  }),
  archived(purchasePages, 'Listas de compra que compartilhou com fornecedores'),
  archived(payments, 'Seus pagamentos à Esteira, como nos recibos', {
    without: ['chave_idempotencia', 'resumo_pedido', 'estorno_pedido_por'],
  }),
  archived(renewals, 'Suas renovações automáticas', { without: ['chave_idempotencia', 'resumo_pedido'] }),
  archived(readNotices, 'Até quando leu os avisos; eles são feitos dos pedidos, produtos e anúncios'),
  archived(examples, 'Se a conta foi preenchida com dados de exemplo'),
  archived(adminActs, 'O que a administração da Esteira fez na sua conta', {
    owner: adminActs.alvo_id,
    without: ['admin_id', 'alvo_id', 'ip'],
  }),
];

/** Tables that name a seller and are in no archive, and why. */
export const NOT_ARCHIVED: Readonly<Record<string, string>> = {
  autorizacoes: 'secrets of a consent that is under way, gone within minutes',
  envios_estoque: 'listings that are to be told a stock: gone within seconds',
  lotes_importacao: 'rows of an import that is under way: they become products',
  produtos_importados: 'which products an import of the last day created: they are in produtos',
  regras_tarifa: 'rules of fees for everybody, which name the admin who added them',
  resumo_diario: 'sums of pedidos',
  resumo_diario_custos: 'sums of estimativas_pedido and custos_pedido',
  resumo_diario_produtos: 'sums of pedidos',
  tarefas: 'work in the background, which names what it is about by ids only',
  vendas_produtos: 'sums of pedidos',
};
