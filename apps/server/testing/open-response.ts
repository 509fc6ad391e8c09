import type { TestUser } from './makers';
import type { TestServer } from './server';

/** An answer of which nothing was read yet: what does not fit into some buffers, the server still has to send. */
export interface OpenResponse {
  status: number;
  /** Reads it to its end. */
  finish(): Promise<void>;
}

/** Calls an address and stops reading behind the head of the answer. */
export async function openResponse(
  { app }: Pick<TestServer, 'app'>,
  user: TestUser,
  url: string,
): Promise<OpenResponse> {
  const headers = { authorization: `Bearer ${user.token}` };
  const answer = await app.inject({ method: 'GET', url, headers, payloadAsStream: true });
  return {
    status: answer.statusCode,
    finish: async () => {
      for await (const _ of answer.stream());
    },
  };
}
