/** Before another address, a line end, or a bar behind the name of a picture. */
const BETWEEN = /(?<=[\s;,|])(?=https?:\/\/)|[\r\n]|(?<=\.(?:jpe?g|png|webp|gif|avif)\s?)(?=\|)/i;
const SEPARATOR = /[\s;,|]/;

/**
 * The addresses that a text holds: other programs write several into one cell, between them `|`, `;`, `,`, blanks or
 * line ends. All of these may stand within an address too, so it ends only where another one begins.
 */
export function splitAddresses(text: string): string[] {
  return text
    .split(BETWEEN)
    .map(withoutSeparators)
    .filter((part) => part !== '');
}

function withoutSeparators(part: string): string {
  let start = 0;
  let end = part.length;
  while (start < end && SEPARATOR.test(part.charAt(start))) start += 1;
  while (end > start && SEPARATOR.test(part.charAt(end - 1))) end -= 1;
  return part.slice(start, end);
}

/**
 * What RFC 3986 lets stand in a path, a query or a fragment, and a `%` that encodes nothing. Without regard to case `\w`
 * would hold the long s and the Kelvin sign.
 */
const UNENCODED = /%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu;

/**
 * Encodes what may not stand in an http address: blanks, accents, quotes, brackets, `|`. Invisible characters go. An
 * address that needs none of it, and a text that is none, stay as they are.
 */
export function encodeAddress(text: string): string {
  const visible = text.replace(/\p{Cf}/gu, '');
  const [, scheme, authority, rest] = /^(https?:\/\/)([^/?#\\]*)(.*)$/is.exec(visible) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return text;
  return scheme + toAsciiHost(authority) + rest.replace(UNENCODED, encodeCharacter);
}

/** As browsers do, which take a backslash for a slash. */
function encodeCharacter(character: string): string {
  if (character === '\\') return '/';
  return /\p{Cs}/u.test(character) ? character : encodeURIComponent(character);
}

function toAsciiHost(authority: string): string {
  if (/^[\x20-\x7e]*$/.test(authority)) return authority;
  try {
    return new URL(`http://${authority}`).host;
  } catch {
    return authority;
  }
}
