import { describeShape, maskedPath } from './shape';

/** A call that only asks for a token changes nothing at the seller's account. */
const TOKEN_PATHS = ['/oauth/token', '/auth/o2/token'];

/**
 * Lets every call of this process out only if it reads, and tells what was answered, masked. Answers how to end it.
 * @throws Error at the caller for a call that would change something: it is not sent.
 */
export function recordReadingCalls(tell: (line: string) => void): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const isToken = method === 'POST' && TOKEN_PATHS.includes(url.pathname);
    if (method !== 'GET' && !isToken) throw new Error(`refused to send ${method} ${maskedPath(url)}`);
    const response = await original(input, init);
    tell(`${method} ${maskedPath(url)} → ${response.status}${getLimit(response)}`);
    tell(`    ${isToken && response.ok ? '(a token)' : await answerShape(response.clone())}`);
    return response;
  };
  return () => {
    globalThis.fetch = original;
  };
}

/** What Amazon allows of this operation to this account. */
function getLimit(response: Response): string {
  const limit = response.headers.get('x-amzn-ratelimit-limit');
  return limit === null ? '' : ` (${limit} per second)`;
}

async function answerShape(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return describeShape(JSON.parse(text));
  } catch {
    return `no JSON, ${text.length} characters`;
  }
}
