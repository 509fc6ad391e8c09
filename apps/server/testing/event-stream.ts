/** The messages of a stream of events, as the browser takes them apart. */
export async function* readMessages(
  response: Response,
): AsyncGenerator<{ event: string; data: string }, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s) as [string, string]),
      );
      text = text.slice(end + 2);
      yield { event: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
    }
  }
}
