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
  /** Until a small call is answered, of its two attempts each; and without a byte of an upload. */
  patience?: { answerMilliseconds: number; silenceMilliseconds: number }
}

const CONNECT_MILLISECONDS = 3000
/** A small call takes ten seconds in all. Uploads have no such end: they go on as long as bytes move. */
const PATIENCE = { answerMilliseconds: 5000, silenceMilliseconds: 60_000 }
const ATTEMPTS = 2
const UPLOAD_ATTEMPTS = 5
/** Of a file that is read, without a byte. Longer than a reader is waited for who takes nothing (http/guards/slow-callers): theirs is the first word. */
const SILENCE_MILLISECONDS = 150_000

/** Clients that ask for nothing which only Amazon's own store has: for small calls and for the beginning of a file, and for uploads. */
export function openS3Clients(settings: ConnectionSettings, options: S3ClientOptions = {}) {
  const { answerMilliseconds, silenceMilliseconds } = options.patience ?? PATIENCE
  const calls = { requestTimeout: answerMilliseconds, throwOnRequestTimeout: true, socketTimeout: SILENCE_MILLISECONDS }
  return {
    client: openS3Client(settings, options, ATTEMPTS, calls),
    uploader: openS3Client(settings, options, UPLOAD_ATTEMPTS, { socketTimeout: silenceMilliseconds }),
  }
}

type ConnectionSettings = Omit<S3Settings, 'bucket' | 'prefix' | 'publicEndpoint'>

function openS3Client(
  settings: ConnectionSettings,
  { extraCaPem }: S3ClientOptions,
  maxAttempts: number,
  timeouts: { requestTimeout?: number; throwOnRequestTimeout?: boolean; socketTimeout: number },
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
      ...timeouts,
      httpAgent: agent,
      httpsAgent: { ...agent, ...trusting(extraCaPem) },
    },
  })
}
