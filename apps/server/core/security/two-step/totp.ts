import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes: RFC 6238 with SHA-1, six digits, half a minute. */
const FORM = { issuer: 'Esteira', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 asks for 128 bits and recommends 160. */
const SECRET_BYTES = 20;
/** Codes of the half minute before and after count too: clocks differ. */
const WINDOW = 1;

/** A new secret in base 32, as apps take it by hand. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth:` address of a secret, as apps read it from a QR code. */
export function toTotpAddress(secret: string, email: string): string {
  return new TOTP({ ...FORM, label: email, secret }).toString();
}

/** The half minute, counted since 1970, that the code belongs to; null where it is none of about now. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...FORM, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
