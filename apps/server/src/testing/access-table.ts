import type { ProcedurePath } from '../router';
import type { AccessWorld } from './access-world';

/** Who may call. Of sellers' own rows a caller sees only its own, an admin too. */
interface Access {
  who: 'anybody' | 'sellers' | 'admins';
  /** What is sent, naming rows of the world's owner. */
  input?: (world: AccessWorld) => unknown;
  /** The input names a row; to everybody but its owner it does not exist. */
  isOwned?: true;
}

type Input = NonNullable<Access['input']>;

const anybody = (input?: Input): Access => ({ who: 'anybody', ...(input && { input }) });
const sellers = (input?: Input): Access => ({ who: 'sellers', ...(input && { input }) });
const admins = (input?: Input): Access => ({ who: 'admins', ...(input && { input }) });
const owned = (input: Input): Access => ({ who: 'sellers', input, isOwned: true });

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

/** Every procedure, and who may call it. A new one does not compile until it stands here. */
export const PROCEDURE_ACCESS: Record<ProcedurePath, Access> = {
  'auth.register': anybody(account),
  'auth.login': anybody(account),
  'auth.me': sellers(),
  'auth.logout': sellers(),
  'account.sessions': sellers(),
  'account.endSession': owned(({ session }) => ({ id: session })),
  'account.endOtherSessions': sellers(),

  'suppliers.list': sellers(() => ({})),
  'suppliers.create': sellers(() => ({ nome: 'Qualquer' })),
  'suppliers.update': owned(({ supplier }) => ({ id: supplier, nome: 'Qualquer' })),
  'suppliers.remove': owned(({ unusedSupplier }) => ({ id: unusedSupplier })),

  'products.list': sellers(() => ({})),
  'products.count': sellers(() => ({})),
  'products.names': sellers(() => ({})),
  'products.get': owned(productId),
  'products.sheet': owned(productId),
  'products.stockHistory': owned(productId),
  'products.create': sellers(toProduct),
  'products.update': owned((world) => ({ ...toProduct(world), id: world.product })),
  'products.remove': owned(productId),
  'products.previewChange': sellers(({ product }) => ({
    ids: [product],
    campo: 'estoque',
    modo: 'definir',
    valor: 3,
  })),
  'products.applyChange': sellers(({ product }) => ({
    campo: 'estoque',
    itens: [{ id: product, antes: 100, depois: 3 }],
  })),
  'products.changes': sellers(),
  'products.undoChange': owned(({ changeSet }) => ({ id: changeSet })),
  'products.takenSkus': sellers(({ sku }) => ({ skus: [sku] })),
  'products.bySku': sellers(({ sku }) => ({ skus: [sku] })),

  'publication.states': sellers(({ product }) => ({ ids: [product] })),
  'publication.publish': owned(onMarketplace),
  'publication.unpublish': owned(onMarketplace),
  'publication.simulateSale': owned(onMarketplace),
  'publication.supplierListings': owned(supplierOf),
  'publication.pauseSupplier': owned(supplierOf),
  'publication.resumeSupplier': owned(supplierOf),

  'orders.list': sellers(() => ({})),
  'orders.counts': sellers(),
  'orders.choose': sellers(() => ({})),
  'orders.get': owned(orderId),
  'orders.history': owned(orderId),
  'orders.details': owned(orderId),
  'orders.ofSameBuyer': owned(orderId),
  'orders.approve': owned(orderId),
  'orders.sendToSupplier': owned(orderId),
  'orders.pay': owned(orderId),
  'orders.markShipped': owned(orderId),
  'orders.markDelivered': owned(orderId),
  'orders.submitInvoice': owned(({ order }) => ({ id: order, xml: '<nfe/>' })),
  'orders.undo': owned(({ order }) => ({ id: order, status: 'pendente' })),
  'orders.cancel': owned(({ order }) => ({ id: order, motivo: 'Qualquer' })),
  'orders.addNote': owned(({ order }) => ({ id: order, texto: 'Qualquer' })),
  'orders.removeNote': owned(({ order, note }) => ({ id: order, nota_id: note })),
  'orders.bulk': sellers(orderIds),
  'orders.undoBulk': sellers(orderIds),
  'orders.labels': sellers(({ order }) => ({ ids: [order] })),

  'purchasing.list': sellers(),
  'purchasing.supplier': owned(supplierOf),
  'purchasing.figures': sellers(({ supplier }) => ({ ids: [supplier] })),
  'purchasing.pdf': owned(({ supplier, order }) => ({ fornecedor_id: supplier, pedidos: [order] })),
  'purchasing.pages': owned(supplierOf),
  'purchasing.createPage': owned(({ supplier, order }) => ({ fornecedor_id: supplier, pedidos: [order] })),
  'purchasing.revokePages': owned(supplierOf),

  'dashboard.stats': sellers(),
  'dashboard.trend': sellers(),
  'dashboard.firstSteps': sellers(),
  'dashboard.todo': sellers(),
  'dashboard.lowStock': sellers(),
  'stockSync.differences': sellers(),
  'live.changes': sellers(() => ({})),
  'notices.list': sellers(),
  'notices.unread': sellers(),
  'notices.markRead': sellers(() => ({ ate: '2026-01-01T00:00:00Z' })),

  'examples.status': sellers(),
  'examples.fill': sellers(),
  'examples.erase': sellers(),
  'integrations.status': sellers(),
  'integrations.connect': sellers(onAmazon),
  'integrations.adopt': sellers(() => ({ marketplace: 'amazon', refresh_token: 'a', vendedor_id: 'b' })),
  'integrations.disconnect': sellers(onAmazon),

  'checkout.gateway': anybody(),
  'checkout.pay': sellers(plan),
  'checkout.payWithToken': sellers(plan),
  'checkout.createPix': sellers(plan),
  'checkout.openPix': sellers(plan),
  'checkout.pix': owned(payment),
  'checkout.simulatePixPayment': owned(payment),
  'subscription.get': sellers(),
  'subscription.payments': sellers(() => ({})),
  'subscription.turnOnRenewal': sellers(plan),
  'subscription.turnOnRenewalWithToken': sellers(plan),
  'subscription.turnOffRenewal': sellers(),

  'admin.stats': admins(),
  'admin.users': admins(() => ({})),
  'admin.deactivate': admins(person),
  'admin.activate': admins(person),
  'admin.promote': admins(person),
  'admin.payments': admins(() => ({})),
  'admin.paymentAlerts': admins(),
  'admin.refund': admins(({ payment: id }) => ({ id, motivo: 'Qualquer' })),
  'jobs.list': admins(() => ({})),
  'jobs.counts': admins(),
  'jobs.retry': admins(() => ({ id: 'missing' })),
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
  | 'sellers'
  | 'admins';

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
  'GET /api/etiquetas/:usuarioId/:pedidoId': 'signed',
  'POST /api/etiquetas.pdf': 'signed',
  'GET /oauth/amazon': 'signed',
  'GET /oauth/mercadolivre': 'signed',
  'POST /webhooks/mercadolivre': 'signed',
  'POST /webhooks/mercadopago': 'signed',
  'GET /api/exportar/produtos.csv': 'sellers',
  'GET /api/exportar/produtos.xlsx': 'sellers',
  'GET /api/exportar/pedidos.csv': 'sellers',
  'GET /api/exportar/pedidos.xlsx': 'sellers',
  'GET /api/exportar/pagamentos.csv': 'admins',
  'GET /api/exportar/pagamentos.xlsx': 'admins',
  'GET /api/pedidos/etiquetas.pdf': 'sellers',
  'GET /api/assinatura/pagamentos/:id/recibo.pdf': 'sellers',
  'POST /api/produtos/importar-csv': 'sellers',
};
