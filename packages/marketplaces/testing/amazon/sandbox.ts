import { modelOperations, type SandboxCase } from './models';
import type { FakeCall, FakeReply } from './world';

/** What a caller may choose without changing which example it means. */
const IGNORED = new Set(['includedData', 'body', 'issueLocale', 'locale']);

/**
 * Amazon's static sandbox: the official example whose parameters the call meets, the most particular first; else
 * the operation's first example of success.
 */
export function sandboxReply(call: FakeCall): FakeReply {
  const cases = modelOperations().find(({ id }) => id === call.operation)?.sandbox ?? [];
  const fitting = cases.filter((example) => fits(example, call)).sort((a, b) => weight(b) - weight(a));
  const chosen = fitting[0] ?? cases.find(({ status }) => status < 300);
  return chosen ? { status: chosen.status, body: chosen.response } : { status: 501, body: {} };
}

function fits({ parameters }: SandboxCase, { path, query }: FakeCall): boolean {
  return particulars(parameters).every(([name, value]) => {
    const given = path[name] ?? query[name];
    return given === (Array.isArray(value) ? value.join(',') : String(value));
  });
}

function weight({ parameters }: SandboxCase): number {
  return particulars(parameters).length;
}

function particulars(parameters: SandboxCase['parameters']): [string, unknown][] {
  return Object.entries(parameters).filter(([name]) => !IGNORED.has(name));
}
