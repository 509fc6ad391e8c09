import { at, listAt, textAt } from '../../src/http/json';
import type { ModelOperation, QueryParameter } from './models';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** What the request breaks of its operation's model: unknown, missing and malformed parameters, and its body. */
export function faultsOf(
  operation: ModelOperation,
  { query, body }: { query: URLSearchParams; body: unknown },
): string[] {
  return [...queryFaults(operation, query), ...bodyFaults(operation, body)];
}

function queryFaults(operation: ModelOperation, query: URLSearchParams): string[] {
  const known = new Map(operation.query.map((parameter) => [parameter.name, parameter]));
  const unknown = [...query.keys()].filter((name) => !known.has(name)).map((name) => `unknown query ${name}`);
  const repeated = [...new Set(query.keys())]
    .filter((name) => query.getAll(name).length > 1)
    .map((name) => `repeated query ${name}`);
  return [...unknown, ...repeated, ...operation.query.flatMap((parameter) => faultOf(parameter, query))];
}

function faultOf({ name, required, schema }: QueryParameter, query: URLSearchParams): string[] {
  const value = query.get(name);
  if (value === null) return required ? [`missing query ${name}`] : [];
  const isList = textAt(schema, 'type') === 'array';
  const values = isList ? value.split(',') : [value];
  const allowed = listAt(schema, ...(isList ? ['items', 'enum'] : ['enum']));
  const max = at(schema, 'maxItems');
  const faults: string[] = [];
  if (typeof max === 'number' && values.length > max)
    faults.push(`query ${name} has more than ${max} values`);
  if (values.some((entry) => entry === '')) faults.push(`query ${name} is empty`);
  if (allowed.length > 0 && values.some((entry) => !allowed.includes(entry))) {
    faults.push(`query ${name} has a value outside its list: ${value}`);
  }
  if (textAt(schema, 'type') === 'integer' && !/^\d+$/.test(value))
    faults.push(`query ${name} is no integer`);
  if (textAt(schema, 'format') === 'date-time' && !DATE_TIME.test(value)) {
    faults.push(`query ${name} is no moment in UTC: ${value}`);
  }
  return faults;
}

function bodyFaults({ body: validate }: ModelOperation, body: unknown): string[] {
  if (!validate) return body === undefined ? [] : ['a body where none belongs'];
  if (body === undefined) return ['missing body'];
  if (validate(body)) return [];
  return (validate.errors ?? []).map((error) => `body${error.instancePath} ${error.message}`);
}
