import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { at, listAt, textAt } from '../../src/http/json';

const FILES = [
  'sp-api/catalogItems_2022-04-01',
  'sp-api/deliveryShipmentInvoiceV2022-07-01',
  'sp-api/easyShip_2022-03-23',
  'sp-api/listingsItems_2021-08-01',
  'sp-api/listingsRestrictions_2021-08-01',
  'sp-api/ordersV0',
  'sp-api/orders_2026-01-01',
  'sp-api/productFeesV0',
  'sp-api/sellers',
  'from-documentation/finances_2024-06-19',
] as const;

/** A query parameter as Swagger 2.0 describes it. */
export type QueryParameter = { name: string; required: boolean; schema: unknown };

/** A request and answer of Amazon's static sandbox (`x-amzn-api-sandbox`). */
export type SandboxCase = {
  status: number;
  parameters: Readonly<Record<string, unknown>>;
  response: unknown;
};

/** One operation of the official models. */
export type ModelOperation = {
  id: string;
  method: string;
  /** Matches a path; its named groups are the path parameters, still encoded. */
  pattern: RegExp;
  query: QueryParameter[];
  /** Null where the operation takes no body. */
  body: ValidateFunction | null;
  answers: ReadonlyMap<number, ValidateFunction>;
  sandbox: SandboxCase[];
};

let loaded: ModelOperation[] | undefined;

/** Every operation of the models that are kept and not deprecated, read once. */
export function modelOperations(): ModelOperation[] {
  loaded ??= FILES.flatMap((file) => operationsOf(file));
  return loaded;
}

function operationsOf(path: string): ModelOperation[] {
  const address = new URL(`../../models/${path}.json`, import.meta.url);
  const file = path.slice(path.indexOf('/') + 1);
  const model: unknown = JSON.parse(readFileSync(address, 'utf8'));
  const ajv = createAjv();
  // References of the models start at the document: as `definitions` of one document they resolve as they are.
  ajv.addSchema({ $id: file, definitions: at(model, 'definitions') });
  const compile = (schema: unknown) => ajv.compile(absolute(schema, file));
  return entriesOf(at(model, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).flatMap(([method, operation]) => {
      const id = textAt(operation, 'operationId');
      // The reads of the Orders API v0 are on their way out, and share their names with the new ones.
      const current = at(operation, 'deprecated') !== true;
      return id && current ? [toOperation({ id, method, path, operation }, compile)] : [];
    }),
  );
}

function toOperation(
  { id, method, path, operation }: { id: string; method: string; path: string; operation: unknown },
  compile: (schema: unknown) => ValidateFunction,
): ModelOperation {
  const parameters = listAt(operation, 'parameters');
  const body = parameters.find((parameter) => textAt(parameter, 'in') === 'body');
  const responses = entriesOf(at(operation, 'responses'));
  const answers = responses.flatMap(([status, response]) => {
    const schema = at(response, 'schema');
    return schema ? [[Number(status), compile(schema)] as const] : [];
  });
  return {
    id,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    query: parameters.filter((parameter) => textAt(parameter, 'in') === 'query').map(toQueryParameter),
    body: body ? compile(at(body, 'schema')) : null,
    answers: new Map(answers),
    sandbox: responses.flatMap(([status, response]) => sandboxOf(Number(status), response)),
  };
}

function toQueryParameter(parameter: unknown): QueryParameter {
  return {
    name: textAt(parameter, 'name') ?? '',
    required: at(parameter, 'required') === true,
    schema: parameter,
  };
}

function sandboxOf(status: number, response: unknown): SandboxCase[] {
  return listAt(response, 'x-amzn-api-sandbox', 'static').map((entry) => ({
    status,
    parameters: Object.fromEntries(
      entriesOf(at(entry, 'request', 'parameters')).map(([name, given]) => [name, at(given, 'value')]),
    ),
    response: at(entry, 'response'),
  }));
}

function absolute(schema: unknown, file: string): object {
  const ref = textAt(schema, '$ref');
  return ref ? { $ref: `${file}${ref}` } : { type: textAt(schema, 'type') ?? 'object' };
}

function createAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/);
  ajv.addFormat('byte', /^[A-Za-z0-9+/]*={0,2}$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  for (const any of ['date', 'double', 'float', 'int32', 'int64']) ajv.addFormat(any, true);
  return ajv;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
