import { FIELD_LABELS, findLabel } from '@esteira/validators/wire/problem';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ProcedureMeta } from '../core/procedures';
import { type ProcedurePath, procedureAt } from '../router';
import { PROCEDURE_ACCESS } from '../testing/accounts/access-table';

/** These names mean one thing here and another there, so only their input says which. */
const OF_TWO_MEANINGS = ['token', 'ids', 'tipo'];

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The paths of all fields below, those of lists by an index. */
function listPaths(schema: JsonSchema, above: readonly string[] = []): string[] {
  const inside = (part: unknown, path: readonly string[]) =>
    typeof part === 'object' && part !== null ? listPaths(part as JsonSchema, path) : [];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const path = [...above, name];
      return [path.join('.'), ...inside(field, path)];
    }),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) =>
      (parts ?? []).flatMap((part) => inside(part, above)),
    ),
    ...inside(schema.items, [...above, '0']),
  ];
}

const fields = (Object.keys(PROCEDURE_ACCESS) as ProcedurePath[]).flatMap((path) => {
  const { inputs, meta } = procedureAt(path)._def as unknown as {
    inputs: z.ZodType[];
    meta?: ProcedureMeta;
  };
  return inputs.flatMap((input) => {
    const names = listPaths(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
    return [...new Set(names)].map((name) => ({ path, name, labels: meta?.labels ?? {} }));
  });
});

it.each(fields)('$path calls $name by a name that is its own', ({ name, labels }) => {
  const label = findLabel(name, labels);
  expect(label).toMatch(/^\p{Lu}/u);
  if (OF_TWO_MEANINGS.includes(name)) expect(labels).toHaveProperty(name);
});

it('calls no field of two meanings alike everywhere', () => {
  expect(OF_TWO_MEANINGS.filter((name) => name in FIELD_LABELS)).toEqual([]);
});

it.each<[ProcedurePath, string, string]>([
  ['team.accept', 'token', 'Convite'],
  ['team.readInvitation', 'token', 'Convite'],
  ['team.join', 'token', 'Convite'],
  ['auth.resetPassword', 'token', 'Link'],
  ['account.confirmEmailChange', 'token', 'Link'],
  ['checkout.payWithToken', 'token', 'Cartão'],
  ['subscription.turnOnRenewalWithToken', 'token', 'Cartão'],
  ['checkout.payWithToken', 'tipo', 'Tipo de cartão'],
  ['admin.rules', 'tipo', 'Tipo'],
  ['admin.changeRules', 'incluir.0.regra.faixas.1.ate', 'Fim da faixa'],
  ['admin.changeRules', 'incluir.0.regra.minimo', 'Tarifa mínima'],
  ['admin.previewRules', 'incluir.2.regra.vale_de', 'Vale a partir de'],
  ['notices.markRead', 'ate', 'Momento'],
  ['orders.bulk', 'ids', 'Pedidos'],
  ['orders.labels', 'ids', 'Pedidos'],
  ['products.netValues', 'ids', 'Produtos'],
  ['publication.states', 'ids', 'Produtos'],
  ['purchasing.figures', 'ids', 'Fornecedores'],
  ['products.applyChange', 'itens.0.id', 'Identificador'],
])('%s calls %s %j', (path, campo, label) => {
  const { meta } = procedureAt(path)._def as unknown as { meta?: ProcedureMeta };
  expect(findLabel(campo, meta?.labels ?? {})).toBe(label);
});
