import { join } from 'node:path'
import { afterwards, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type S3Options, type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import type { FileStore } from '../../../ports/files.ts'
import { type FileStoreSettings, openFileStore } from '../open-file-store.ts'
import type { S3ClientOptions, S3Settings } from '../s3-client.ts'

/** Removed afterwards. */
export interface TestFileStore {
  files: FileStore
  /** A fresh folder; work in progress is in `scratch` in it. */
  folder: string
}

/** Every kind of store that keeps the port's promises. What is published while others read is as much as each can in a second. */
export const FILE_STORE_KINDS = [
  { name: 'on disk', open: () => openIn({ kind: 'disk', path: null }), versions: 8, versionBytes: 1_000_000 },
  { name: 'in a bucket', open: () => openInBucket({ sessionToken: 'temporary' }), versions: 4, versionBytes: 100_000 },
]

export type BucketOptions = S3Options & {
  /** Instead of a stand-in of the test's own. */
  s3?: S3StandIn
  fileDelivery?: FileStoreSettings['fileDelivery']
  place?: Partial<S3Settings>
  /** Of the installation; each has one of its own. */
  secret?: string
  patience?: S3ClientOptions['patience']
  wordMilliseconds?: number
}

/** However busy this machine is, the stand-in answers before. */
const LONG_MILLISECONDS = 600_000

export async function openInBucket(options: BucketOptions = {}): Promise<TestFileStore & { s3: S3StandIn }> {
  const { s3 = await startS3(options), fileDelivery, place, secret } = options
  if (!options.s3) afterwards(() => s3.close())
  return { ...(await openIn({ kind: 's3', ...placeIn(s3), ...place }, fileDelivery, secret, options)), s3 }
}

/** The stand-in's bucket, of which `kerf` is ours. */
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
  { patience, wordMilliseconds = LONG_MILLISECONDS }: BucketOptions = {},
): Promise<TestFileStore> {
  const folder = temporaryDirectory()
  const directory = { filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }
  const settings = { storage, fileDelivery, extraCaFile: null }
  const opening = { wordMilliseconds, ...(patience && { patience }) }
  return { files: await openFileStore(settings, directory, secret, opening), folder }
}
