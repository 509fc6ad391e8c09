// What the product's software is measured against: the same six jobs on a schema and with statements of its own. No
// validation, no session (the seller's number comes in a header and is believed), no error handling, no live screens.
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { openPool } from './server/connect';
import { newId } from './server/ids';
import { importProducts } from './server/import';
import { Lanes } from './server/lanes';
import { normalise } from './server/product-lines';
import { sell } from './server/sale';
import { DASHBOARD, ORDER_PAGE, PRODUCT_PAGE, PRODUCT_SEARCH, SALE } from './server/statements';

const url = process.env['BENCH_DATABASE_URL'] ?? '';
/** Of several servers on one database each has its own ids and its own parts of the sums. */
const NUMBER = Number(process.env['BENCH_SERVER_NUMBER'] ?? 0);
const READING = 4;
const SELLING = 16;
const NEWEST = '9223372036854775807';

/** Planned once. What can be read in the order of an index is, however many rows the planner expects. */
const reads = openPool(url, READING, {
  plan_cache_mode: 'force_generic_plan',
  enable_sort: 'off',
  jit: 'off',
});
const imports = openPool(url, 2);
const sales = new Lanes(url, SALE, SELLING);
const app = Fastify();

interface ListQuery {
  cursor?: string;
  busca?: string;
}

const sellerOf = (request: FastifyRequest) => request.headers['x-usuario-id'] as string;

/** The JSON that PostgreSQL wrote, as bytes. */
async function answer(reply: FastifyReply, statement: { raw(): PromiseLike<readonly unknown[]> }) {
  const [row] = (await statement.raw()) as unknown as [[Buffer]];
  reply.header('content-type', 'application/json; charset=utf-8');
  return row[0];
}

app.get('/api/ready', () => ({ ok: true }));

app.get<{ Querystring: ListQuery }>('/api/produtos', (request, reply) => {
  const { cursor = NEWEST, busca } = request.query;
  const args = [sellerOf(request), cursor];
  return answer(
    reply,
    busca === undefined
      ? reads.unsafe(PRODUCT_PAGE, args, { prepare: true })
      : reads.unsafe(PRODUCT_SEARCH, [...args, `%${normalise(busca)}%`], { prepare: true }),
  );
});

app.get<{ Querystring: ListQuery }>('/api/pedidos', (request, reply) =>
  answer(
    reply,
    reads.unsafe(ORDER_PAGE, [sellerOf(request), request.query.cursor ?? NEWEST], { prepare: true }),
  ),
);

app.get('/api/dashboard/stats', (request, reply) =>
  answer(reply, reads.unsafe(DASHBOARD, [sellerOf(request)], { prepare: true })),
);

app.post<{ Params: { id: string } }>('/api/mercadolivre/simular-venda/:id', (request) =>
  sell(sales, { server: NUMBER, seller: sellerOf(request), product: request.params.id }),
);

app.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
app.post('/api/produtos/importar-csv', (request) =>
  importProducts(imports, request.body as NodeJS.ReadableStream, {
    seller: sellerOf(request),
    nextId: () => newId(NUMBER),
  }),
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['BENCH_PORT']) });
process.once('SIGTERM', () => {
  app
    .close()
    .then(() => Promise.all([reads.end(), imports.end(), sales.close()]))
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
