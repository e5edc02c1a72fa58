import { createHash, createHmac } from 'node:crypto'

/** What AWS Signature Version 4 is computed over. Path and query as they stand in the request line, still encoded. */
interface SignedRequest {
  method: string
  path: string
  /** Without the question mark, and without the signature itself. */
  query: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  /** Lower-case names, sorted. */
  signedHeaders: readonly string[]
  /** Hex of the body's SHA-256, or the keyword that replaces it. */
  payloadHash: string
}

interface SigningScope {
  secretAccessKey: string
  /** 20130524T000000Z */
  dateTime: string
  region: string
  service: string
}

/** The signature in hex, as AWS describes it (Signature Version 4 for Amazon S3): path and query are not normalized. */
export function signatureV4(
  request: SignedRequest,
  { secretAccessKey, dateTime, region, service }: SigningScope,
): string {
  const date = dateTime.slice(0, 8)
  const scope = [date, region, service, 'aws4_request'].join('/')
  const stringToSign = ['AWS4-HMAC-SHA256', dateTime, scope, sha256(canonicalRequest(request))].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, stringToSign).toString('hex')
}

function canonicalRequest({ method, path, query, headers, signedHeaders, payloadHash }: SignedRequest): string {
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
  return [method, path, canonicalQuery(query), lines.join(''), signedHeaders.join(';'), payloadHash].join('\n')
}

/** By name and then by value; a name without a value has an empty one. */
function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter(Boolean)
  return pairs
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort((one, other) => (one < other ? -1 : 1))
    .join('&')
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()
