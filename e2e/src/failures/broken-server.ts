import type { Page, Route } from '@playwright/test';

/** What the server says of a failure of its own. */
export const INTERNAL = 'Erro interno. Tente novamente em instantes.';

/** The procedures of a call to `/trpc`: a batch names them one after the other. Empty for any other address. */
function getProcedures(url: string): string[] {
  const [, batch = ''] = new URL(url).pathname.split('/trpc/');
  return batch === '' ? [] : batch.split(',');
}

/** Whether a request is this call: a procedure, or the end of a path. */
function isCall(url: string, call: string): boolean {
  return getProcedures(url).includes(call) || new URL(url).pathname.endsWith(call);
}

/** The calls of this name that leave the page from now on, by their methods. */
export function watchCalls(page: Page, call: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const times = getProcedures(url).filter((procedure) => procedure === call).length;
    const method = request.method();
    sent.push(...Array.from({ length: times || Number(isCall(url, call)) }, () => method));
  });
  return sent;
}

/** Answers as the server does when something breaks inside of it. */
export function breakDown(route: Route): Promise<void> {
  const procedures = getProcedures(route.request().url());
  if (procedures.length === 0) return route.fulfill({ status: 500, json: { detail: INTERNAL } });
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, detail: INTERNAL };
  const error = { message: INTERNAL, code: -32603, data };
  return route.fulfill({ status: 500, json: procedures.map(() => ({ error })) });
}
