import type { TestProject } from 'vitest/node';
import { startServer } from './server';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

/** One server for the whole suite; every test brings its own user. */
export async function setup(project: TestProject) {
  const server = await startServer();
  project.provide('serverUrl', server.url);
  return server.stop;
}
