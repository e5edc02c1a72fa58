import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Options, type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import type { FileStore } from '../../../ports/files.ts'
import { type FileStoreSettings, openFileStore } from '../open-file-store.ts'
import type { S3Settings } from '../s3-client.ts'

export interface TestFileStore {
  files: FileStore
  /** A fresh folder; work in progress is in `scratch` in it. */
  folder: string
  remove(): Promise<void>
}

/** Every kind of store that keeps the port's promises. What is published while others read is as much as each can in a second. */
export const FILE_STORE_KINDS = [
  { name: 'on disk', open: openOnDisk, versions: 8, versionBytes: 1_000_000 },
  {
    name: 'in a bucket',
    open: () => openInBucket({ sessionToken: 'temporary' }),
    versions: 4,
    versionBytes: 100_000,
  },
]

async function openOnDisk(): Promise<TestFileStore> {
  return await openIn({ kind: 'disk', path: null })
}

export type BucketOptions = S3Options & {
  /** Instead of a stand-in of the test's own. */
  s3?: S3StandIn
  fileDelivery?: FileStoreSettings['fileDelivery']
  place?: Partial<S3Settings>
  /** Of the installation; each has one of its own. */
  secret?: string
}

export async function openInBucket(options: BucketOptions = {}): Promise<TestFileStore & { s3: S3StandIn }> {
  const { s3 = await startS3(options), fileDelivery, place, secret } = options
  try {
    const store = await openIn({ kind: 's3', ...placeIn(s3), ...place }, fileDelivery, secret)
    const remove = () => Promise.all([store.remove(), options.s3 ? null : s3.close()]).then(() => undefined)
    return { ...store, s3, remove }
  } catch (error) {
    if (!options.s3) await s3.close()
    throw error
  }
}

/** The stand-in's bucket, of which `kerf` is ours. */
function placeIn(s3: S3StandIn): S3Settings {
  const { accessKeyId, secretAccessKey, sessionToken, region, bucketName: bucket } = s3
  return {
    ...{ bucket, prefix: 'kerf', region, forcePathStyle: true },
    endpoint: new URL(s3.endpoint),
    publicEndpoint: null,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
  }
}

async function openIn(
  storage: FileStoreSettings['storage'],
  fileDelivery: FileStoreSettings['fileDelivery'] = 'through',
  secret = 'a secret of the tests',
): Promise<TestFileStore> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-files-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const directory = { filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }
  try {
    const files = await openFileStore({ storage, fileDelivery, extraCaFile: null }, directory, secret)
    return { files, folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
