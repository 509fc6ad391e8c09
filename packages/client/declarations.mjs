import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-api';
import { TypePrinter } from './type-printer.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const ENTRY = join(here, 'src/client.ts');
const VALIDATORS = join(here, '../validators/src');

/** Where the client takes its type from. */
const ROUTER = '@esteira/server/router';

/** Entities whose record, with its version, is all that a client ever sees of them. */
const NAMES = { ProductRecord: 'Product', SupplierRecord: 'Supplier' };

/** What the subscriptions tell of; their own types are the transport's. */
const EVENTS = { 'live.changes': 'LiveChange' };

const METHODS = { query: 'query', mutation: 'mutate' };

const HEAD = `// Generated from the router of Esteira's server.

export interface EsteiraOptions {
  /** Where Esteira runs, as \`https://esteira.example.com\`. */
  url: string;
  /** An API key (\`est_…\`) or the \`access_token\` of a session. */
  token: string;
  /** How long a call may take, in milliseconds; 30,000 unless told. Streams have no end. */
  timeoutMs?: number;
}

export declare function createEsteira(options: EsteiraOptions): Esteira;

/** What a failed call throws: \`message\` is the server's Portuguese sentence. */
export declare class EsteiraError extends Error {
  /** Absent where the server was not reached. */
  readonly data?: {
    code: string;
    httpStatus: number;
    detail: string;
    /** What is wrong with which field, for 422. */
    erros?: { campo: string; mensagem: string }[];
    /** Seconds after which trying again makes sense. */
    retryAfter?: number;
  } | null;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface Listener<Event> {
  /** \`id\` is where to resume after the event. */
  onData(event: { id: string; data: Event }): void;
  onStarted?(): void;
  onError?(error: EsteiraError): void;
  onComplete?(): void;
}
`;

/**
 * The declarations of the packed client: every procedure with its input and output written out, so that they need
 * neither this repository nor any package.
 */
export function makeDeclarations() {
  const files = readdirSync(VALIDATORS, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(VALIDATORS, name));
  const { config } = ts.readConfigFile(join(here, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, here);
  const program = ts.createProgram([ENTRY, ...files], options);
  const checker = program.getTypeChecker();
  const printer = new TypePrinter(
    checker,
    files.flatMap((file) => findAliases(program, checker, file)),
  );
  const body = printRouter(checker, findRouter(program, checker), printer);
  return `${HEAD}\n${body}\n${printer.printNamed()}`;
}

/** The types that the schemas' files export by name: what crosses the wire. */
function findAliases(program, checker, file) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(file));
  if (symbol === undefined) return [];
  return checker
    .getExportsOfModule(symbol)
    .filter(({ name }) => !Object.values(NAMES).includes(name))
    .filter(({ declarations }) => declarations?.[0]?.type?.getText().startsWith('z.output<'))
    .map((alias) => ({
      name: NAMES[alias.name] ?? alias.name,
      type: checker.getDeclaredTypeOfSymbol(alias),
    }));
}

function findRouter(program, checker) {
  const source = program.getSourceFile(ENTRY);
  const imported = source.statements.find(
    (statement) => ts.isImportDeclaration(statement) && statement.moduleSpecifier.text === ROUTER,
  );
  const symbol = checker.getSymbolAtLocation(imported.importClause.namedBindings.elements[0].name);
  return checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol));
}

function printRouter(checker, router, printer) {
  const at = (type, name) => checker.getTypeOfSymbol(checker.getPropertyOfType(type, name));
  const record = at(at(router, '_def'), 'record');
  const features = checker.getPropertiesOfType(record).map((feature) => {
    const calls = checker.getPropertiesOfType(checker.getTypeOfSymbol(feature)).map((procedure) => {
      const definition = at(checker.getTypeOfSymbol(procedure), '_def');
      const types = at(definition, '$types');
      const path = `${feature.name}.${procedure.name}`;
      const parameter = printParameter(at(types, 'input'), printer);
      const kind = at(definition, 'type').value;
      const call =
        kind === 'subscription'
          ? printSubscription(path, parameter, printer)
          : printCall(METHODS[kind], parameter, printer.print(at(types, 'output')));
      return `    ${procedure.name}: { ${call} };`;
    });
    return `  ${feature.name}: {\n${calls.join('\n')}\n  };`;
  });
  return `export interface Esteira {\n${features.join('\n')}\n}\n`;
}

/** Left out where the procedure takes no input. */
function printParameter(input, printer) {
  if (input.flags & ts.TypeFlags.Void) return 'input?: undefined';
  const isOptional = input.isUnion() && input.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
  return `input${isOptional ? '?' : ''}: ${printer.print(input)}`;
}

function printCall(method, parameter, output) {
  return `${method}(${parameter}, options?: CallOptions): Promise<${output}>`;
}

function printSubscription(path, parameter, printer) {
  if (!(path in EVENTS)) throw new Error(`say in EVENTS what ${path} tells of`);
  return `subscribe(${parameter}, listener: Listener<${printer.use(EVENTS[path])}>): { unsubscribe(): void }`;
}
