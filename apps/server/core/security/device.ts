/** The first that fits counts: most browsers also claim to be those below them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const PROGRAM = /^[A-Za-z][\w.-]{0,39}/;

/** What a `User-Agent` header says, as a seller reads it: 'Chrome no Windows', 'curl', 'Dispositivo desconhecido'. */
export function describeDevice(userAgent: string | undefined): string {
  const sent = (userAgent ?? '').slice(0, 1_000);
  const browser = findName(BROWSERS, sent);
  const system = findName(SYSTEMS, sent);
  if (browser !== undefined && system !== undefined) return `${browser} no ${system}`;
  return browser ?? system ?? PROGRAM.exec(sent)?.[0] ?? 'Dispositivo desconhecido';
}

function findName(names: readonly [RegExp, string][], sent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(sent))?.[1];
}

/** An address as people read it: of IPv4 also where the socket is one of IPv6. */
export const toAddress = (ip: string): string => ip.replace(/^::ffff:/, '');
