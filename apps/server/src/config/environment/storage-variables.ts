import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { StoragePlace } from '../../adapters/file-store/open-file-store.ts'
import { addressAs, oneOf } from './plain-variables.ts'

const URL_PARAMETERS = ['endpoint', 'publicEndpoint', 'region', 'forcePathStyle']
const BUCKET_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/
/** Folder names of letters, digits, dashes, underscores and dots, separated by slashes. None begins with a dot. */
const PREFIX_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const REGION_PATTERN = /^[a-z0-9-]{1,64}$/

type ParsedStorage =
  | { kind: 'disk'; path: string }
  | (Omit<Extract<StoragePlace, { kind: 's3' }>, 'credentials' | 'region'> & { region: string | null })

const storageUrl = addressAs(
  complaintAboutStorageUrl,
  (url): ParsedStorage => (url.protocol === 'file:' ? { kind: 'disk', path: fileURLToPath(url) } : toS3Storage(url)),
)

export const storageVariables = {
  STORAGE_URL: storageUrl.optional(),
  FILE_DELIVERY: oneOf(['through', 'signed']).default('through'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().regex(REGION_PATTERN, 'must be like eu-central-1').optional(),
  AWS_DEFAULT_REGION: z.string().regex(REGION_PATTERN, 'must be like eu-central-1').optional(),
}

type StorageVariables = z.output<z.ZodObject<typeof storageVariables>>

type S3Access = Pick<Extract<StoragePlace, { kind: 's3' }>, 'region' | 'credentials'>

export interface StorageSettings {
  storage: StoragePlace
  s3Access: S3Access
  fileDelivery: 'through' | 'signed'
}

export function readStorageSettings(env: StorageVariables): StorageSettings {
  const parsedStorage = env.STORAGE_URL ?? { kind: 'disk', path: null }
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : null
  const s3Access = { region: env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1', credentials }
  const storage =
    parsedStorage.kind === 'disk'
      ? parsedStorage
      : { ...parsedStorage, ...s3Access, region: parsedStorage.region ?? s3Access.region }
  return { storage, s3Access, fileDelivery: env.FILE_DELIVERY }
}

/** Parses a storage URL. For an invalid URL, returns the end of a sentence about its fault. */
export function readStorageUrl(text: string, s3Access: S3Access): StoragePlace | string {
  const parseResult = storageUrl.safeParse(text)
  if (!parseResult.success) return parseResult.error.issues[0]?.message ?? 'is not an address'
  const parsedStorage = parseResult.data
  return parsedStorage.kind === 'disk'
    ? parsedStorage
    : { ...parsedStorage, ...s3Access, region: parsedStorage.region ?? s3Access.region }
}

/** A sentence about variables that contradict each other; null if they agree. */
export function complaintAboutStorage(env: StorageVariables, publicUrl: URL | undefined): string | null {
  const parsedStorage = env.STORAGE_URL
  if (Boolean(env.AWS_ACCESS_KEY_ID) !== Boolean(env.AWS_SECRET_ACCESS_KEY) && parsedStorage?.kind === 's3') {
    const missingName = env.AWS_ACCESS_KEY_ID ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
    return `STORAGE_URL points to a bucket, but ${missingName} is not set. Set both, or neither if the machine has a role.`
  }
  if (env.FILE_DELIVERY === 'through') return null
  if (parsedStorage?.kind !== 's3')
    return 'FILE_DELIVERY=signed sends browsers to object storage, so STORAGE_URL must be like s3://bucket?endpoint=...'
  const browserEndpoint = parsedStorage.publicEndpoint ?? parsedStorage.endpoint
  if (publicUrl?.protocol === 'https:' && browserEndpoint?.protocol === 'http:')
    return 'FILE_DELIVERY=signed needs an https endpoint when PUBLIC_URL is https, because browsers block http. Set publicEndpoint in STORAGE_URL.'
  return null
}

function complaintAboutStorageUrl(url: URL | null): string | null {
  if (url?.protocol === 'file:') return complaintAboutFolder(url)
  if (url?.protocol !== 's3:') return 'must be like s3://bucket/prefix?endpoint=https://s3.example.org or file:///path'
  if (url.username || url.password)
    return 'must not contain credentials; put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (!BUCKET_PATTERN.test(url.hostname) || url.port || url.hash) return 'must name a bucket, like s3://bucket'
  const prefix = prefixIn(url)
  if (prefix !== '' && !(PREFIX_PATTERN.test(prefix) && prefix.length <= 500))
    return 'has an invalid prefix: use letters, digits, dashes, underscores, dots and slashes, and begin no part with a dot'
  const unknownParameter = [...url.searchParams.keys()].find((name) => !URL_PARAMETERS.includes(name))
  if (unknownParameter !== undefined) return `may have the parameters ${URL_PARAMETERS.join(', ')}, and no others`
  for (const name of ['endpoint', 'publicEndpoint']) {
    const value = url.searchParams.get(name)
    if (value !== null && !isEndpoint(value))
      return `has an ${name} that is not an http or https address without query and user`
  }
  const region = url.searchParams.get('region')
  if (region !== null && !REGION_PATTERN.test(region)) return 'has an invalid region; it must be like eu-central-1'
  const pathStyle = url.searchParams.get('forcePathStyle')
  if (pathStyle !== null && !['true', 'false'].includes(pathStyle))
    return 'has a forcePathStyle that is neither true nor false'
  return null
}

function complaintAboutFolder(url: URL): string | null {
  if (url.hostname || url.search || url.hash || url.pathname === '/')
    return 'must name a folder of this machine, like file:///var/lib/kerf/files'
  try {
    fileURLToPath(url)
    return null
  } catch {
    return 'must name a folder of this machine, like file:///var/lib/kerf/files'
  }
}

function toS3Storage(url: URL): ParsedStorage {
  const { searchParams: parameters, hostname: bucket } = url
  const endpoint = endpointOf(parameters.get('endpoint'))
  return {
    kind: 's3',
    bucket,
    prefix: prefixIn(url),
    endpoint,
    publicEndpoint: endpointOf(parameters.get('publicEndpoint')),
    region: parameters.get('region'),
    // Only Amazon's endpoint has a host name for each bucket by default.
    forcePathStyle: (parameters.get('forcePathStyle') ?? String(endpoint !== null)) === 'true',
  }
}

const prefixIn = ({ pathname }: URL): string => pathname.replace(/^\/+|\/+$/g, '')

const endpointOf = (text: string | null): URL | null => (text === null ? null : new URL(text))

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && !username && !password && !search && !hash
}
