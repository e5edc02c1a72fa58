import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { S3Refusal } from './s3-refusal.ts'

export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
  /** Token of temporary keys. If there is one, requests without it are refused. */
  sessionToken?: string | undefined
}

export interface SignatureRules extends S3Keys {
  region: string
  now(): Date
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD'
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600
/** Maximum difference between the clocks of client and server. */
const MAX_SKEW_MILLISECONDS = 15 * 60_000
const AUTHORIZATION_PATTERN =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

interface SignatureClaim {
  credential: string
  signedHeaders: string[]
  signature: string
  dateTime: string
  query: string
  token: string | undefined
  payloadHash: string
}

/**
 * Checks that a request is signed by these keys, for this region, and now.
 * @throws S3Refusal as S3 would answer
 */
export function checkSignature(request: IncomingMessage, body: Uint8Array, rules: SignatureRules): void {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const isPresigned = new URLSearchParams(query).has('X-Amz-Signature')
  const claim = isPresigned ? presignedClaim(query, rules) : headerClaim(request, query, rules)
  const [accessKeyId, date, region = '', service = '', end] = claim.credential.split('/')
  if (accessKeyId !== rules.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (claim.token !== rules.sessionToken) throw new S3Refusal(403, 'InvalidToken')
  if (region !== rules.region || service !== 's3' || end !== 'aws4_request' || date !== claim.dateTime.slice(0, 8))
    throw new S3Refusal(
      400,
      'AuthorizationHeaderMalformed',
      `the region '${region}' is wrong; expecting '${rules.region}'`,
    )
  if (!claim.signedHeaders.includes('host')) throw new S3Refusal(403, 'AccessDenied', 'host is not signed')
  const unsignedHeaders = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  )
  if (unsignedHeaders.length > 0) throw new S3Refusal(403, 'AccessDenied', `not signed: ${unsignedHeaders.join(', ')}`)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const { signedHeaders, payloadHash, dateTime } = claim
  const { secretAccessKey } = rules
  const signature = signatureV4(
    { method: request.method ?? '', path, query: claim.query, headers, signedHeaders, payloadHash },
    { secretAccessKey, dateTime, region, service },
  )
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(claim.signature)))
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
  if (payloadHash !== UNSIGNED_PAYLOAD && payloadHash !== sha256(body))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
}

function headerClaim({ headers }: IncomingMessage, query: string, { now }: SignatureRules): SignatureClaim {
  const match = AUTHORIZATION_PATTERN.exec(headers.authorization ?? '')
  if (!match) throw new S3Refusal(403, 'AccessDenied', 'no signature')
  const [, credential = '', signedHeaders = '', signature = ''] = match
  const dateTime = String(headers['x-amz-date'])
  if (!(Math.abs(parseSignatureTime(dateTime) - now().getTime()) <= MAX_SKEW_MILLISECONDS))
    throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const payloadHash = String(headers['x-amz-content-sha256'])
  if (payloadHash.startsWith('STREAMING-')) throw new S3Refusal(501, 'NotImplemented', payloadHash)
  const token = headers['x-amz-security-token'] as string | undefined
  return { credential, signedHeaders: signedHeaders.split(';'), signature, dateTime, query, token, payloadHash }
}

function presignedClaim(query: string, { now }: SignatureRules): SignatureClaim {
  const parameters = new URLSearchParams(query)
  const parameterOf = (name: string): string => parameters.get(`X-Amz-${name}`) ?? ''
  if (parameterOf('Algorithm') !== ALGORITHM) throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  const seconds = Number(parameterOf('Expires'))
  if (!(seconds >= 1 && seconds <= MAX_EXPIRY_SECONDS)) throw new S3Refusal(400, 'AuthorizationQueryParametersError')
  const signedAt = parseSignatureTime(parameterOf('Date'))
  const age = now().getTime() - signedAt
  if (!(age <= seconds * 1000)) throw new S3Refusal(403, 'AccessDenied', 'Request has expired')
  if (age < -MAX_SKEW_MILLISECONDS) throw new S3Refusal(403, 'AccessDenied', 'Request is not valid yet')
  return {
    credential: parameterOf('Credential'),
    signedHeaders: parameterOf('SignedHeaders').split(';'),
    signature: parameterOf('Signature').padEnd(64).slice(0, 64),
    dateTime: parameterOf('Date'),
    query: query
      .split('&')
      .filter((pair) => !pair.startsWith('X-Amz-Signature='))
      .join('&'),
    token: parameters.get('X-Amz-Security-Token') ?? undefined,
    payloadHash: UNSIGNED_PAYLOAD,
  }
}

/** Milliseconds since 1970 of a time such as 20130524T000000Z; NaN for any other text. */
function parseSignatureTime(dateTime: string): number {
  return Date.parse(dateTime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Input of AWS Signature Version 4. Path and query are still encoded, as in the request line. */
interface SignedRequest {
  method: string
  path: string
  /** The query, without the question mark and the signature. */
  query: string
  /** Values of the headers, by name in lower case. */
  headers: Readonly<Record<string, string>>
  /** Names of the signed headers, in lower case and sorted. */
  signedHeaders: readonly string[]
  /** Hex of the body's SHA-256, or the keyword that replaces it. */
  payloadHash: string
}

interface SigningScope {
  secretAccessKey: string
  /** Time of the signature, such as 20130524T000000Z. */
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

/** Sorts the query by name, then by value. A name without a value gets an empty one. */
function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter(Boolean)
  return pairs
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&')
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()
