import { authResponse, user } from '@esteira/validators/accounts/account';
import { adminPayment, adminStats, adminUser } from '@esteira/validators/administration/admin';
import { dashboardStats } from '@esteira/validators/dashboards/dashboard';
import { messageResponse } from '@esteira/validators/marketplaces/publication';
import { order } from '@esteira/validators/orders/order';
import { productRecord } from '@esteira/validators/products/product';
import { supplierRecord } from '@esteira/validators/products/supplier';
import { problem } from '@esteira/validators/wire/problem';
import { isoDate } from '@esteira/validators/wire/text';
import { z } from 'zod';

/** A piece of JSON Schema or of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Schemas that stand once under `components`, by the name that the specification gives the entity. */
const ENTITIES: Record<string, z.ZodType> = {
  Usuario: user,
  Sessao: authResponse,
  Fornecedor: supplierRecord,
  Produto: productRecord,
  Pedido: order,
  Painel: dashboardStats,
  UsuarioListado: adminUser,
  Plataforma: adminStats,
  Pagamento: adminPayment,
  Mensagem: messageResponse,
  Problema: problem,
};

const names = z.registry<{ id?: string; format?: string }>();
names.add(isoDate, { format: 'date-time' });
for (const [id, schema] of Object.entries(ENTITIES)) names.add(schema, { id });

/** What `components.schemas` holds. */
export function entitySchemas(): Json {
  return Object.fromEntries(
    Object.entries(ENTITIES).map(([name, schema]) => {
      const { $defs } = convert(schema, 'output');
      return [name, withComponentReferences($defs?.[name])];
    }),
  );
}

/** The JSON Schema of what a client sends (`input`) or gets (`output`); entities become references. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs, ...body } = convert(schema, io);
  return withComponentReferences(body) as Json;
}

function convert(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => loosen(jsonSchema),
  });
}

/** Responses may grow by fields, and the bounds of a safe integer are noise. */
function loosen(schema: Json): void {
  delete schema['additionalProperties'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
}

/** zod puts named schemas beside each body; here they stand once, and their `id` is their name there. */
function withComponentReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) =>
      key === '$ref' && typeof entry === 'string'
        ? [key, entry.replace('#/$defs/', '#/components/schemas/')]
        : [key, withComponentReferences(entry)],
    ),
  );
}
