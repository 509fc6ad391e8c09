import type { Stack } from './stacks';

/** What PostgreSQL's time goes to, in the order of the table; the first one whose function is among the callers. */
const PHASES: readonly [string, RegExp][] = [
  ['log and commit', /^(XLog\w+|CommitTransaction\w*|RecordTransactionCommit)$/],
  ['sockets', /^(secure_\w+|WaitEventSetWait|pq_getbyte|pq_flush\w*|pq_startmsgread)$/],
  ['parsing', /^(pg_parse_query|parse_analyze\w*|pg_analyze_and_rewrite\w*|raw_parser|QueryRewrite)$/],
  ['planning', /^(pg_plan_quer\w+|planner|standard_planner|subquery_planner)$/],
  ['triggers', /^(ExecCallTriggerFunc|AfterTrigger\w+|ExecBSInsertTriggers|ExecASInsertTriggers)$/],
  [
    'executing',
    /^(PortalRun\w*|PortalStart|ExecutorStart|ExecutorRun|ExecutorFinish|ExecutorEnd|standard_Executor\w+)$/,
  ],
];

const OTHERS = 'between statements';

export const DATABASE_PHASES = [...PHASES.map(([phase]) => phase), OTHERS];

export const phaseOf = (stack: Stack): string =>
  PHASES.find(([, pattern]) => stack.some((name) => pattern.test(name)))?.[0] ?? OTHERS;
