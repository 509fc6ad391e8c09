import { expect, it } from 'vitest';
import { isSignedBy } from './signature';

const SECRET = 'segredo-de-teste-123';
const REQUEST = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e';
const TS = '1742505638683';
const UPPER = '9cce08b5a82712b55747eed5b5a76b2ecfbb6cc6813a2e695004df36c975a8d8';
const LOWER = 'f03b6a703649d16fb8b330bc9b3bad78b3151b7751679d66fdd327aae22c2e06';

const check = (v1: string, dataId?: string, requestId: string | undefined = REQUEST) =>
  isSignedBy(SECRET, { signature: `ts=${TS},v1=${v1}`, requestId, dataId });

it.each([
  ['a number', '1234567890', 'd0dd8c6211d9dd64b4ea5c401492dc00f2ec0228882c212d26ae02962d1ced0a'],
  ['letters, signed as they are sent', 'ORDTST01K3ABCDEF', UPPER],
  ['letters, signed in lower case', 'ORDTST01K3ABCDEF', LOWER],
  ['lower case, sent so', 'ordtst01k3abcdef', LOWER],
  ['letters, lowered on the way', 'ordtst01k3abcdef', UPPER],
  ['no id', undefined, '37f2e437cad48fb9760b3ef94f154b5662bc0b940c390552e6a53969af3091a4'],
])('takes a signature over %s', (_, dataId, v1) => {
  expect(check(v1, dataId)).toBe(true);
});

it('takes a signature without a request id', () => {
  const v1 = '5c62bc63594f4d2fb68489232d27f711c9a4fb911d4552e843bc142e16d753fd';
  const signed = { signature: `ts=${TS},v1=${v1}`, requestId: undefined, dataId: '1234567890' };
  expect(isSignedBy(SECRET, signed)).toBe(true);
});

it.each([
  ['another id', UPPER, 'ORDTST01K3ABCDEG', REQUEST],
  ['another request', UPPER, 'ORDTST01K3ABCDEF', 'outra'],
  ['another id in lower case', UPPER, 'ordtst01k3abcdeg', REQUEST],
  ['no hash', '', 'ORDTST01K3ABCDEF', REQUEST],
  ['a hash that is too short', UPPER.slice(2), 'ORDTST01K3ABCDEF', REQUEST],
])('refuses %s', (_, v1, dataId, requestId) => {
  expect(check(v1, dataId, requestId)).toBe(false);
});

it('refuses another secret, and what has no signature', () => {
  const signed = { signature: `ts=${TS},v1=${UPPER}`, requestId: REQUEST, dataId: 'ORDTST01K3ABCDEF' };
  expect(isSignedBy('outro', signed)).toBe(false);
  for (const signature of [undefined, '', 'ts=1', 'v1=x', 'lixo', `v1=${UPPER}`]) {
    expect(isSignedBy(SECRET, { ...signed, signature })).toBe(false);
  }
});
