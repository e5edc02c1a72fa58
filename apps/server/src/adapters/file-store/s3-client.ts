import { S3Client } from '@aws-sdk/client-s3'
import { tlsOptions } from '../outbound/outbound-dispatcher.ts'

export interface S3Settings {
  bucket: string
  /** Beginning of all keys, without slashes around it; empty for the whole bucket. */
  prefix: string
  /** null for Amazon's endpoint of the region. */
  endpoint: URL | null
  /** Endpoint for browsers; null if they use the server's. */
  publicEndpoint: URL | null
  region: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  forcePathStyle: boolean
  /** null for the library's default chain: shared files, web identity, the container's role, the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined } | null
}

export interface S3ClientOptions {
  /** Further certificate authorities, in PEM. */
  extraCaPem?: string | undefined
  /** Timeouts of one attempt at a small call, and of an upload that sends no byte. */
  patience?: { answerMilliseconds: number; silenceMilliseconds: number }
}

const CONNECT_TIMEOUT_MILLISECONDS = 3000
/**
 * Default timeouts. A small call takes at most ten seconds, in two attempts. Uploads continue as long as bytes move.
 */
const DEFAULT_PATIENCE = { answerMilliseconds: 5000, silenceMilliseconds: 60_000 }
const MAX_ATTEMPTS = 2
const MAX_UPLOAD_ATTEMPTS = 5
/** Timeout of a read that gets no byte. The timeout for slow callers (http/guards/slow-callers.ts) is shorter. */
const READ_TIMEOUT_MILLISECONDS = 150_000

/** `client` is for small calls and reads, `uploader` for uploads. Both avoid features that only Amazon's store has. */
export function openS3Clients(settings: ConnectionSettings, options: S3ClientOptions = {}) {
  const { answerMilliseconds, silenceMilliseconds } = options.patience ?? DEFAULT_PATIENCE
  const callTimeouts = {
    requestTimeout: answerMilliseconds,
    throwOnRequestTimeout: true,
    socketTimeout: READ_TIMEOUT_MILLISECONDS,
  }
  return {
    client: openS3Client(settings, options, MAX_ATTEMPTS, callTimeouts),
    uploader: openS3Client(settings, options, MAX_UPLOAD_ATTEMPTS, { socketTimeout: silenceMilliseconds }),
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
  // Slow downloads hold connections for long: with a limit, all other calls would wait.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint: endpoint.href.replace(/\/$/, '') } : {}),
    ...(credentials && { credentials: { ...key, ...(sessionToken && { sessionToken }) } }),
    maxAttempts,
    // Not all stores support newer checksums and bodies in signed chunks.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MILLISECONDS,
      ...timeouts,
      httpAgent: agent,
      httpsAgent: { ...agent, ...tlsOptions(extraCaPem) },
    },
  })
}
