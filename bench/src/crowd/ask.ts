import { request } from 'node:http';

/** How one request ended; status 0: without an answer. */
export interface Answer {
  status: number;
  retryAfter: string | undefined;
  ms: number;
}

export interface Question {
  url: string;
  token?: string;
  body?: object;
  /** Which of this machine's addresses asks: each counts as a client of its own. */
  from: string;
}

const GIVE_UP_MS = 60_000;

/** Asks on a connection of its own and reads the answer to its end. */
export function ask({ url, token, body, from }: Question): Promise<Answer> {
  const begin = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string) =>
      resolve({ status, retryAfter, ms: performance.now() - begin });
    const asked = request(
      url,
      {
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        localAddress: from,
        timeout: GIVE_UP_MS,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        const { statusCode = 0, headers } = response;
        response
          .on('error', () => end(0))
          .on('end', () => end(statusCode, headers['retry-after']))
          .resume();
      },
    );
    asked.on('error', () => end(0)).on('timeout', () => asked.destroy());
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** An address of this machine for the nth client: all of 127.0.0.0/8 is. */
export const toAddress = (group: number, n: number) => `127.0.${group}.${1 + (n % 250)}`;
