import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Commands } from './marketplaces';

type Result<Name extends keyof Commands> = Awaited<ReturnType<Commands[Name]>>;

export type Report = Result<'report'>;

interface Response {
  id: number;
  result?: unknown;
  problem?: string;
}

export interface Marketplaces {
  pid: number;
  ask<Name extends keyof Commands>(name: Name, ...input: Parameters<Commands[Name]>): Promise<Result<Name>>;
  stop(): void;
}

/** Starts the local marketplaces in a process of their own; `ask` has one of its commands run there. */
export async function startMarketplaces(): Promise<Marketplaces> {
  const child = fork(fileURLToPath(new URL('marketplaces.ts', import.meta.url)));
  const asked: ((response: Response) => void)[] = [];
  const respond = (response: Response) => asked[response.id]?.(response);
  const listen = () =>
    new Promise<unknown>((resolve, reject) => {
      asked.push(({ result, problem }) =>
        problem === undefined ? resolve(result) : reject(new Error(`The marketplaces: ${problem}`)),
      );
    });
  child.on('message', respond);
  child.on('exit', () => {
    for (const id of asked.keys()) respond({ id, problem: 'ended' });
  });
  await listen();
  return {
    pid: child.pid ?? 0,
    ask: (name, ...input) => {
      const response = listen();
      child.send({ id: asked.length - 1, name, input });
      return response as Promise<never>;
    },
    stop: () => void child.kill(),
  };
}
