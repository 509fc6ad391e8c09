import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import type { ProcedurePath } from '../../router';
import type { AccessWorld } from './access-world';

/**
 * Who may call. Of sellers' own rows a caller sees only its own, an admin too. People of a seller's team may call what is
 * for `people`, and of what is for `sellers` as much as an API key with the scopes of their role.
 */
interface Access {
  who: 'anybody' | 'people' | 'sellers' | 'admins';
  /** What is sent, naming rows of the world's owner. */
  input?: (world: AccessWorld) => unknown;
  /** The input names a row; to everybody but its owner it does not exist. */
  isOwned?: true;
  /** API keys that have one of these may call too. */
  scopes: readonly KeyScope[];
}

type Input = NonNullable<Access['input']>;

/** Only with a session. */
const NO_KEY: readonly KeyScope[] = [];
const READING: readonly KeyScope[] = ['leitura'];
const READING_ORDERS: readonly KeyScope[] = ['leitura', 'pedidos'];
const ORDERS: readonly KeyScope[] = ['pedidos'];
const READING_PRODUCTS: readonly KeyScope[] = ['leitura', 'produtos'];
const PRODUCTS: readonly KeyScope[] = ['produtos'];
const ANY_KEY: readonly KeyScope[] = ['leitura', 'pedidos', 'produtos'];

const anybody = (input?: Input): Access => ({ who: 'anybody', scopes: NO_KEY, ...(input && { input }) });
const admins = (input?: Input): Access => ({ who: 'admins', scopes: NO_KEY, ...(input && { input }) });
const people = (input?: Input): Access => ({ who: 'people', scopes: NO_KEY, ...(input && { input }) });
const sellers = (scopes: readonly KeyScope[], input?: Input): Access => ({
  who: 'sellers',
  scopes,
  ...(input && { input }),
});
const owned = (scopes: readonly KeyScope[], input: Input): Access => ({
  who: 'sellers',
  scopes,
  input,
  isOwned: true,
});

const orderId: Input = ({ order }) => ({ id: order });
const productId: Input = ({ product }) => ({ id: product });
const supplierOf: Input = ({ supplier }) => ({ fornecedor_id: supplier });
const onMarketplace: Input = ({ product }) => ({ id: product, marketplace: 'mercadolivre' });
const person: Input = ({ owner }) => ({ id: owner.id });
const orderIds: Input = ({ order }) => ({ acao: 'aprovar', ids: [order] });
const account: Input = () => ({ nome: 'Ana', email: 'conta@exemplo.com.br', senha: 'curta' });
const plan: Input = () => ({ plano: 'basico' });
const payment: Input = ({ payment: id }) => ({ id });
const onAmazon: Input = () => ({ marketplace: 'amazon' });

/** What a restricted session reaches: one's own account, leaving, and disconnecting. A new procedure is not among them. */
export const OPEN_TO_RESTRICTED: readonly ProcedurePath[] = [
  ...(['auth.me', 'auth.logout', 'team.leave', 'integrations.disconnect'] as const),
  ...(['account.sessions', 'account.endSession', 'account.endOtherSessions', 'account.rename'] as const),
  ...(['account.edit', 'account.changePassword', 'account.confirmPassword'] as const),
  'account.requestEmailChange',
  ...(['account.deletion', 'account.requestDeletion', 'account.cancelDeletion'] as const),
  ...(['account.twoStep', 'account.beginTwoStep', 'account.confirmTwoStep'] as const),
  ...(['account.renewRecoveryCodes', 'account.turnOffTwoStep'] as const),
];

/** Every procedure, and who may call it. A new one does not compile until it stands here. */
export const PROCEDURE_ACCESS: Record<ProcedurePath, Access> = {
  'auth.register': anybody(account),
  'auth.login': anybody(account),
  'auth.me': people(),
  'auth.logout': people(),
  'account.sessions': people(),
  'account.endSession': { ...people(({ session }) => ({ id: session })), isOwned: true },
  'account.endOtherSessions': people(),
  'activity.list': sellers(NO_KEY, () => ({})),
  'activity.authors': sellers(NO_KEY),
  'activity.own': people(() => ({})),
  'activity.all': admins(() => ({})),
  'apiKeys.list': sellers(NO_KEY),
  'apiKeys.create': sellers(NO_KEY, () => ({ nome: 'Qualquer', escopos: ['leitura'] })),
  'apiKeys.revoke': owned(NO_KEY, ({ apiKey }) => ({ id: apiKey })),
  'auth.mail': anybody(),
  'auth.requestReset': anybody(() => ({ email: 'conta@exemplo.com.br' })),
  'auth.resetPassword': anybody(() => ({ token: 'a', senha: 'senha segura' })),
  'auth.secondStep': anybody(() => ({ desafio: 'a', codigo: '123456' })),
  'account.twoStep': people(),
  'account.beginTwoStep': people(() => ({ senha_atual: 'a' })),
  'account.confirmTwoStep': people(() => ({ codigo: '123456' })),
  'account.renewRecoveryCodes': people(() => ({ senha_atual: 'a', codigo: '123456' })),
  'account.turnOffTwoStep': people(() => ({ senha_atual: 'a', codigo: '123456' })),
  'account.rename': people(() => ({ nome: 'Ana' })),
  'account.edit': people(() => ({ mudancas: {} })),
  'account.changePassword': people(() => ({ senha_atual: 'a', senha: 'curta' })),
  'account.confirmPassword': people(() => ({ senha_atual: 'a' })),
  'account.requestEmailChange': people(() => ({ email: 'conta@exemplo.com.br', senha_atual: 'a' })),
  'account.deletion': people(),
  'account.requestDeletion': people(() => ({ senha_atual: 'a' })),
  'account.cancelDeletion': people(),
  'account.confirmEmailChange': anybody(() => ({ token: 'a' })),

  'team.get': sellers(NO_KEY),
  'team.invite': sellers(NO_KEY, () => ({ email: 'conta@exemplo.com.br', papel: 'leitura' })),
  'team.revokeInvitation': owned(NO_KEY, ({ invitation }) => ({ id: invitation })),
  'team.changeRole': owned(NO_KEY, ({ member }) => ({ id: member, papel: 'leitura' })),
  'team.remove': owned(NO_KEY, ({ member }) => ({ id: member })),
  'team.readInvitation': anybody(() => ({ token: 'a' })),
  'team.accept': anybody(() => ({ token: 'a', nome: 'Ana', senha: 'senha segura' })),
  'team.join': people(() => ({ token: 'a' })),
  'team.leave': people(),

  'suppliers.list': sellers(READING_PRODUCTS, () => ({})),
  'suppliers.create': sellers(PRODUCTS, () => ({ nome: 'Qualquer' })),
  'suppliers.update': owned(PRODUCTS, ({ supplier }) => ({ id: supplier, nome: 'Qualquer' })),
  'suppliers.edit': owned(PRODUCTS, ({ supplier }) => ({ id: supplier, mudancas: {} })),
  'suppliers.remove': owned(PRODUCTS, ({ unusedSupplier }) => ({ id: unusedSupplier })),

  'products.list': sellers(READING_PRODUCTS, () => ({})),
  'products.count': sellers(READING_PRODUCTS, () => ({})),
  'products.names': sellers(READING_PRODUCTS, () => ({})),
  'products.get': owned(READING_PRODUCTS, productId),
  'products.listingAttributes': owned(READING_PRODUCTS, productId),
  'products.costs': owned(READING_PRODUCTS, productId),
  'products.netQuote': owned(READING_PRODUCTS, onMarketplace),
  'products.netValues': sellers(READING_PRODUCTS, ({ product }) => ({ ids: [product] })),
  'products.stockHistory': owned(READING_PRODUCTS, productId),
  'products.create': sellers(PRODUCTS, toProduct),
  'products.update': owned(PRODUCTS, (world) => ({ ...toProduct(world), id: world.product })),
  'products.edit': owned(PRODUCTS, ({ product }) => ({ id: product, mudancas: {} })),
  'products.remove': owned(PRODUCTS, productId),
  'products.previewChange': sellers(READING_PRODUCTS, ({ product }) => ({
    ids: [product],
    campos: ['estoque'],
    modo: 'definir',
    valor: 3,
  })),
  'products.applyChange': sellers(PRODUCTS, ({ product }) => ({
    campo: 'estoque',
    itens: [{ id: product, antes: 100, depois: 3 }],
  })),
  'products.changes': sellers(READING_PRODUCTS),
  'products.undoChange': owned(PRODUCTS, ({ changeSet }) => ({ id: changeSet })),
  'products.takenSkus': sellers(READING_PRODUCTS, ({ sku }) => ({ skus: [sku] })),
  'products.bySku': sellers(READING_PRODUCTS, ({ sku }) => ({ skus: [sku] })),

  'publication.states': sellers(READING_PRODUCTS, ({ product }) => ({ ids: [product] })),
  'publication.publish': owned(PRODUCTS, onMarketplace),
  'publication.unpublish': owned(PRODUCTS, onMarketplace),
  'publication.simulateSale': owned(PRODUCTS, onMarketplace),
  'publication.supplierListings': owned(READING_PRODUCTS, supplierOf),
  'publication.pauseSupplier': owned(PRODUCTS, supplierOf),
  'publication.resumeSupplier': owned(PRODUCTS, supplierOf),
  'publication.accounts': sellers(READING_PRODUCTS, ({ product: id }) => ({ id })),
  'publication.pauseAccount': sellers(PRODUCTS, () => ({ conta_id: 'amazon-1' })),
  'publication.reviveAccount': sellers(NO_KEY, () => ({ conta_id: 'amazon-1' })),

  'orders.list': sellers(READING_ORDERS, () => ({})),
  'orders.counts': sellers(READING_ORDERS),
  'orders.choose': sellers(READING_ORDERS, () => ({})),
  'orders.get': owned(READING_ORDERS, orderId),
  'orders.history': owned(READING_ORDERS, orderId),
  'orders.details': owned(READING_ORDERS, orderId),
  'orders.costs': owned(READING_ORDERS, orderId),
  'orders.estimateOneCosts': owned(ORDERS, orderId),
  'orders.estimateCosts': sellers(ORDERS, () => ({})),
  'orders.correctCost': owned(ORDERS, ({ order }) => ({ id: order, codigo: 'embalagem', valor: 1.5 })),
  'orders.ofSameBuyer': owned(READING_ORDERS, orderId),
  'orders.approve': owned(ORDERS, orderId),
  'orders.sendToSupplier': owned(ORDERS, orderId),
  'orders.pay': owned(ORDERS, orderId),
  'orders.markShipped': owned(ORDERS, orderId),
  'orders.markDelivered': owned(ORDERS, orderId),
  'orders.submitInvoice': owned(ORDERS, ({ order }) => ({ id: order, xml: '<nfe/>' })),
  'orders.undo': owned(ORDERS, ({ order }) => ({ id: order, status: 'pendente' })),
  'orders.liftAttention': owned(ORDERS, ({ order }) => ({ id: order, codigo: 'sem_estoque' })),
  'orders.cancel': owned(ORDERS, ({ order }) => ({ id: order, motivo: 'Qualquer' })),
  'orders.addNote': owned(ORDERS, ({ order }) => ({ id: order, texto: 'Qualquer' })),
  'orders.removeNote': owned(ORDERS, ({ order, note }) => ({ id: order, nota_id: note })),
  'orders.bulk': sellers(ORDERS, orderIds),
  'orders.undoBulk': sellers(ORDERS, orderIds),
  'orders.labels': sellers(ORDERS, ({ order }) => ({ ids: [order] })),

  'purchasing.list': sellers(READING_ORDERS),
  'purchasing.supplier': owned(READING_ORDERS, supplierOf),
  'purchasing.figures': sellers(READING_ORDERS, ({ supplier }) => ({ ids: [supplier] })),
  'purchasing.pdf': owned(READING_ORDERS, ({ supplier, order }) => ({
    fornecedor_id: supplier,
    pedidos: [order],
  })),
  'purchasing.pages': owned(READING_ORDERS, supplierOf),
  'purchasing.createPage': owned(ORDERS, ({ supplier, order }) => ({
    fornecedor_id: supplier,
    pedidos: [order],
  })),
  'purchasing.revokePages': owned(ORDERS, supplierOf),

  'costs.settings': sellers(READING_PRODUCTS),
  'costs.rules': sellers(READING_PRODUCTS),
  'costs.knownFees': sellers(READING_PRODUCTS, () => ({ nome: 'Fone de ouvido' })),
  'costs.saveSettings': sellers(PRODUCTS, () => ({})),
  'costs.editSettings': sellers(PRODUCTS, () => ({ mudancas: {} })),

  'dashboard.stats': sellers(READING),
  'dashboard.accounts': sellers(READING),
  'dashboard.period': sellers(READING, () => ({ de: '2026-01-01', ate: '2026-01-31' })),
  'dashboard.periodOrders': sellers(READING, () => ({ de: '2026-01-01', ate: '2026-12-31' })),
  'dashboard.closing': sellers(READING, () => ({ mes: '2026-11' })),
  'dashboard.missingCosts': sellers(READING, () => ({ de: '2026-01-01', ate: '2026-12-31' })),
  'dashboard.months': sellers(READING),
  'dashboard.bestSellers': sellers(READING),
  'dashboard.firstSteps': sellers(READING),
  'dashboard.todo': sellers(READING),
  'dashboard.lowStock': sellers(READING),
  'stockSync.differences': sellers(READING_PRODUCTS),
  'live.changes': sellers(ANY_KEY, () => ({})),
  'notices.list': people(),
  'notices.unread': people(),
  'notices.markRead': people(() => ({ ate: '2026-01-01T00:00:00Z' })),

  'examples.status': sellers(NO_KEY),
  'examples.fill': sellers(NO_KEY),
  'examples.erase': sellers(NO_KEY),
  'integrations.status': people(),
  'integrations.connect': sellers(NO_KEY, onAmazon),
  'integrations.adopt': sellers(NO_KEY, () => ({
    marketplace: 'amazon',
    refresh_token: 'a',
    vendedor_id: 'b',
  })),
  'integrations.disconnect': sellers(NO_KEY, onAmazon),
  'integrations.accounts': people(),
  'integrations.addAccount': sellers(NO_KEY, onAmazon),
  'integrations.renameAccount': sellers(NO_KEY, () => ({ conta_id: 'amazon-1', nome: 'Loja' })),
  'integrations.setDefaultAccount': sellers(NO_KEY, () => ({ conta_id: 'amazon-1' })),
  'integrations.heldAccount': sellers(NO_KEY, () => ({ autorizacao: 'x' })),
  'integrations.addHeldAccount': sellers(NO_KEY, () => ({ autorizacao: 'x' })),

  'checkout.gateway': anybody(),
  'checkout.pay': sellers(NO_KEY, plan),
  'checkout.payWithToken': sellers(NO_KEY, plan),
  'checkout.card': owned(NO_KEY, ({ cardPayment: id }) => ({ id })),
  'checkout.createPix': sellers(NO_KEY, plan),
  'checkout.openPix': sellers(NO_KEY, plan),
  'checkout.pix': owned(NO_KEY, payment),
  'checkout.simulatePixPayment': owned(NO_KEY, payment),
  'subscription.get': sellers(NO_KEY),
  'subscription.payments': sellers(NO_KEY, () => ({})),
  'subscription.turnOnRenewal': sellers(NO_KEY, plan),
  'subscription.turnOnRenewalWithToken': sellers(NO_KEY, plan),
  'subscription.turnOffRenewal': sellers(NO_KEY),

  'admin.audit': admins(() => ({})),
  'admin.rules': admins(() => ({})),
  'admin.previewRules': admins(() => ({ retirar: ['regra-1'] })),
  'admin.changeRules': admins(() => ({ retirar: ['regra-1'] })),
  'admin.health': admins(),
  'admin.security': admins(),
  'admin.stats': admins(),
  'admin.users': admins(() => ({})),
  'admin.deactivate': admins(person),
  'admin.activate': admins(person),
  'admin.promote': admins(person),
  'admin.endSessions': admins(({ owner: { id } }) => ({ id, motivo: 'Qualquer' })),
  'admin.endAllSessions': admins(() => ({ senha_atual: 'a', codigo: null })),
  'admin.eraseAmazonBuyers': admins(() => ({
    ...{ senha_atual: 'a', codigo: null, todos: true, email: null, motivo: 'Qualquer' },
  })),
  'admin.removeTwoStep': admins(({ owner: { id } }) => ({ id, motivo: 'Qualquer' })),
  'admin.createResetLink': admins(person),
  'admin.extendPlan': admins(({ owner: { id } }) => ({
    id,
    data_expiracao: '2026-11-22T12:00:00.000Z',
    prazo: 1,
    motivo: 'Qualquer',
  })),
  'admin.payments': admins(() => ({})),
  'admin.paymentAlerts': admins(),
  'admin.refund': admins(({ payment: id }) => ({ id, motivo: 'Qualquer' })),
  'jobs.list': admins(() => ({})),
  'jobs.counts': admins(),
  'jobs.retry': admins(() => ({ id: 'missing' })),
  'jobs.retryFailed': admins(),
};

function toProduct({ supplier, sku }: AccessWorld) {
  const prices = { preco_fornecedor: 1, preco_venda_ml: 2, preco_venda_amazon: 3 };
  return { nome: 'Qualquer', fornecedor_id: supplier, sku: `${sku}-outro`, estoque: 5, ...prices };
}

type RouteAccess =
  /** Opens for everybody, and shows nothing of anybody. */
  | 'anybody'
  /** Opens by a signature in the address or the body, or by a secret that the sender shares. */
  | 'signed'
  | 'admins'
  /** A seller's, by a session or by an API key that has one of these. */
  | readonly KeyScope[];

/** Every route of the server that is neither a procedure nor a row of the REST table. */
export const ROUTE_ACCESS: Record<string, RouteAccess> = {
  'GET /api/health': 'anybody',
  'GET /api/ready': 'anybody',
  'GET /api/openapi.json': 'anybody',
  'GET /api/docs': 'anybody',
  'GET /api/docs/json': 'anybody',
  'GET /api/docs/yaml': 'anybody',
  'GET /api/docs/static/*': 'anybody',
  'GET /api/docs/static/index.html': 'anybody',
  'GET /api/docs/static/swagger-initializer.js': 'anybody',
  'GET /api/compras/paginas/:usuarioId/:id': 'signed',
  'GET /api/compras/paginas/:usuarioId/:id/pedido.pdf': 'signed',
  'GET /api/etiquetas/:usuarioId/:pedidoId': 'signed',
  'POST /api/etiquetas.pdf': 'signed',
  'GET /.well-known/security.txt': 'anybody',
  'GET /oauth/amazon': 'signed',
  'GET /oauth/mercadolivre': 'signed',
  'POST /webhooks/mercadolivre': 'signed',
  'POST /webhooks/mercadopago': 'signed',
  'GET /api/exportar/produtos.csv': READING_PRODUCTS,
  'GET /api/exportar/produtos.xlsx': READING_PRODUCTS,
  'GET /api/exportar/pedidos.csv': READING_ORDERS,
  'GET /api/exportar/pedidos.xlsx': READING_ORDERS,
  'GET /api/exportar/periodo.csv': READING,
  'GET /api/exportar/periodo.xlsx': READING,
  'GET /api/exportar/fechamento.csv': READING,
  'GET /api/exportar/fechamento.xlsx': READING,
  'GET /api/exportar/atividade.csv': NO_KEY,
  'GET /api/exportar/atividade.xlsx': NO_KEY,
  'GET /api/exportar/atividade-geral.csv': 'admins',
  'GET /api/exportar/atividade-geral.xlsx': 'admins',
  'GET /api/dashboard/fechamento.pdf': READING,
  'GET /api/exportar/pagamentos.csv': 'admins',
  'GET /api/exportar/pagamentos.xlsx': 'admins',
  'GET /api/pedidos/etiquetas.pdf': ORDERS,
  'GET /api/assinatura/pagamentos/:id/recibo.pdf': NO_KEY,
  'GET /api/conta/dados.zip': NO_KEY,
  'POST /api/produtos/importar-csv': PRODUCTS,
};
