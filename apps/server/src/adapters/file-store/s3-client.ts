import { S3Client } from '@aws-sdk/client-s3'
import { trusting } from '../outbound/outbound-dispatcher.ts'

export interface S3Settings {
  bucket: string
  /** What all keys begin with, without slashes around it; empty for the whole bucket. */
  prefix: string
  /** null for Amazon's own, by the region. */
  endpoint: URL | null
  /** Under which browsers reach it, where that is another address than the server's. */
  publicEndpoint: URL | null
  region: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  forcePathStyle: boolean
  /** null leaves it to the library's own chain: shared files, web identity, the container's role, the machine's. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined } | null
}

export interface S3ClientOptions {
  /** Further certificate authorities, in PEM. */
  extraCaPem?: string | undefined
  /** How often a call is made in all that fails for no fault of its own. */
  maxAttempts?: number
}

const CONNECT_MILLISECONDS = 3000
/** Until an answer begins; a part of an upload is sent in this time. */
const ANSWER_MILLISECONDS = 60_000
/** Without a byte, once it has begun. Longer than a reader is waited for who takes nothing (http/guards/slow-callers): theirs is the first word. */
const SILENCE_MILLISECONDS = 150_000
const ATTEMPTS = 5

/** A client that asks for nothing which only Amazon's own store has. */
export function openS3Client(
  settings: Omit<S3Settings, 'bucket' | 'prefix' | 'publicEndpoint'>,
  { extraCaPem, maxAttempts = ATTEMPTS }: S3ClientOptions = {},
): S3Client {
  const { endpoint, region, forcePathStyle, credentials } = settings
  const { sessionToken, ...key } = credentials ?? { accessKeyId: '', secretAccessKey: '' }
  // Slow downloads hold connections for long: with a limit all others would wait.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint: endpoint.href.replace(/\/$/, '') } : {}),
    ...(credentials && { credentials: { ...key, ...(sessionToken && { sessionToken }) } }),
    maxAttempts,
    // Newer checksums, and bodies in signed chunks, are not understood everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS,
      requestTimeout: ANSWER_MILLISECONDS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MILLISECONDS,
      httpAgent: agent,
      httpsAgent: { ...agent, ...trusting(extraCaPem) },
    },
  })
}
