import { expect, it } from 'vitest'
import { type SignedRequest, sha256, signatureV4 } from './signature-v4.ts'

/** The examples that Amazon has published (S3 API Reference, Signature Version 4), with their own keys and day. */
const SCOPE = {
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  dateTime: '20130524T000000Z',
  region: 'us-east-1',
  service: 's3',
}
const EMPTY = sha256('')
const host = 'examplebucket.s3.amazonaws.com'

const request = (
  method: string,
  target: string,
  payloadHash: string,
  more: Record<string, string> = {},
): SignedRequest => {
  const [path = '', query = ''] = target.split('?')
  const headers = { host, 'x-amz-content-sha256': payloadHash, 'x-amz-date': SCOPE.dateTime, ...more }
  return { method, path, query, headers, signedHeaders: Object.keys(headers).sort(), payloadHash }
}

it.each([
  [
    'GET of a part of an object',
    request('GET', '/test.txt', EMPTY, { range: 'bytes=0-9' }),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT of an object',
    request('PUT', '/test%24file.text', sha256('Welcome to Amazon S3.'), {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET of a parameter without a value',
    request('GET', '/?lifecycle', EMPTY),
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list of objects',
    request('GET', '/?max-keys=2&prefix=J', EMPTY),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'presigned GET',
    {
      method: 'GET',
      path: '/test.txt',
      query:
        'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host',
      headers: { host },
      signedHeaders: ['host'],
      payloadHash: 'UNSIGNED-PAYLOAD',
    },
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  ],
])('signs what Amazon published as it was published: %s', (_name, signed, signature) => {
  expect(signatureV4(signed, SCOPE)).toBe(signature)
})
