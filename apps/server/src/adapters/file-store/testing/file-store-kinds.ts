import { join } from 'node:path'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type S3Options, type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import type { FileStore } from '../../../ports/files.ts'
import { type FileStoreSettings, openFileStore } from '../open-file-store.ts'
import type { S3ClientOptions, S3Settings } from '../s3-client.ts'

/** A store for one test. Its folder is removed afterwards. */
export interface TestFileStore {
  files: FileStore
  /** A new folder. Unfinished files are in its subfolder `scratch`. */
  folder: string
}

/** Every kind of file store. Each can publish `versions` files of `versionBytes` in about a second. */
export const FILE_STORE_KINDS = [
  { name: 'on disk', open: () => openIn({ kind: 'disk', path: null }), versions: 8, versionBytes: 1_000_000 },
  { name: 'in a bucket', open: () => openInBucket({ sessionToken: 'temporary' }), versions: 4, versionBytes: 100_000 },
]

export type BucketOptions = S3Options & {
  /** Stand-in to use; default: a new one. */
  s3?: S3StandIn
  fileDelivery?: FileStoreSettings['fileDelivery']
  place?: Partial<S3Settings>
  /** Secret of the installation. Each installation has a different one. */
  secret?: string
  patience?: S3ClientOptions['patience']
  startWaitMilliseconds?: number
}

/** Time limit that a start does not exceed even on a busy machine. */
const LONG_START_TIMEOUT_MILLISECONDS = 600_000

export async function openInBucket(options: BucketOptions = {}): Promise<TestFileStore & { s3: S3StandIn }> {
  const { s3 = await startS3(options), fileDelivery, place, secret } = options
  if (!options.s3) addCleanup(() => s3.close())
  return { ...(await openIn({ kind: 's3', ...placeIn(s3), ...place }, fileDelivery, secret, options)), s3 }
}

/** The prefix `kerf` in the stand-in's bucket. */
function placeIn(s3: S3StandIn): S3Settings {
  const { accessKeyId, secretAccessKey, sessionToken, region, bucketName: bucket } = s3
  return {
    bucket,
    prefix: 'kerf',
    region,
    forcePathStyle: true,
    endpoint: new URL(s3.endpoint),
    publicEndpoint: null,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
  }
}

async function openIn(
  storage: FileStoreSettings['storage'],
  fileDelivery: FileStoreSettings['fileDelivery'] = 'through',
  secret = 'a secret of the tests',
  { patience, startWaitMilliseconds = LONG_START_TIMEOUT_MILLISECONDS }: BucketOptions = {},
): Promise<TestFileStore> {
  const folder = temporaryDirectory()
  const directory = { filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }
  const settings = { storage, fileDelivery, extraCaFile: null }
  const openingOptions = { startWaitMilliseconds, ...(patience && { patience }) }
  return { files: await openFileStore(settings, directory, secret, openingOptions), folder }
}
