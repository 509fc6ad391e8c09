import { appRouter } from '../router';

const procedures: ReadonlySet<string> = new Set(Object.keys(appRouter._def.procedures));

/** A request's route as the code names it: unknown addresses are one route, and all files are one. */
export function toRouteLabel(route: string | undefined, url: string): string {
  if (route === undefined) return 'none';
  if (route.startsWith('/trpc')) return toProcedure(url);
  return /^\/(api|webhooks|oauth)\b/.test(route) ? route : 'file';
}

function toProcedure(url: string): string {
  const [path = ''] = url.slice('/trpc/'.length).split('?');
  if (procedures.has(path)) return path;
  return path.includes(',') ? 'batch' : 'none';
}
