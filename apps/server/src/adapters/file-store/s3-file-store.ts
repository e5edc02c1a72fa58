import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type FileStore, FileStoreError, type StoredFile } from '../../ports/files.ts'
import { claimPrefix, markerKeyOf } from './claimed-prefix.ts'
import { assertFileKey, isFileKey } from './file-key.ts'
import { openS3Clients, type S3ClientOptions, type S3Settings } from './s3-client.ts'
import { abortUploads, listObjects } from './s3-listing.ts'
import { callStore, nullIfMissing } from './s3-trouble.ts'
import { createScratchFolder, diskSpaceOf } from './scratch-folder.ts'

export interface S3FileStoreOptions extends S3ClientOptions {
  settings: S3Settings
  installation: string
  scratchPath: string
  /** Folder that also contains unfinished files of this machine's other processes; default: `scratchPath`. */
  allScratchPath?: string | undefined
  handsOutAddresses: boolean
}

/** Larger files are uploaded in parts of this size, with MAX_CONCURRENT_PARTS parts in memory. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_CONCURRENT_PARTS = 2
/** S3 allows 10,000 parts. This limit leaves a margin. */
const MAX_PARTS = 9900
const CHECK_TIMEOUT_MILLISECONDS = 2500
/** A passed check is valid for this time: health is requested often, and each call to the store costs money. */
const CHECK_TTL_MILLISECONDS = 10_000

/** Stores files in an S3-compatible store. Unfinished files stay on this machine's disk. Throws FileStoreError. */
export async function openS3FileStore(
  options: S3FileStoreOptions,
): Promise<FileStore & { claim(): Promise<void>; close(): void }> {
  const { settings, installation, scratchPath, allScratchPath, handsOutAddresses } = options
  const { bucket: Bucket } = settings
  const prefix = settings.prefix === '' ? '' : `${settings.prefix}/`
  const { client, uploader } = openS3Clients(settings, options)
  // This client only signs addresses and sends nothing.
  const signer = settings.publicEndpoint
    ? openS3Clients({ ...settings, endpoint: settings.publicEndpoint }).client
    : client
  const targetOf = (key: string) => {
    assertFileKey(key)
    return { Bucket, Key: prefix + key }
  }

  let claimResult: Promise<void> | null = null
  /** Claims the prefix once. After a failure, the next call tries again. */
  function claim(): Promise<void> {
    claimResult ??= claimPrefix(client, { bucket: Bucket, prefix, installation }).catch((error: unknown) => {
      claimResult = null
      throw error
    })
    return claimResult
  }

  async function describe(key: string): Promise<StoredFile | null> {
    const target = targetOf(key)
    return await nullIfMissing(async () => {
      const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand(target))
      return { key, sizeBytes: ContentLength, modifiedAt: LastModified ?? new Date(0) }
    })
  }

  async function erase(name: string): Promise<void> {
    await callStore(() => client.send(new DeleteObjectCommand({ Bucket, Key: name })))
  }

  async function listEverything() {
    await claim()
    const markerKey = markerKeyOf(prefix)
    return await callStore(async () => {
      const objects: (StoredFile & { name: string })[] = []
      for await (const { name, ...facts } of listObjects(client, Bucket, prefix))
        if (name !== markerKey) objects.push({ ...facts, name, key: name.slice(prefix.length) })
      return objects
    })
  }

  const addressesOrigin = handsOutAddresses ? await originOf(settings) : null
  const diskSpace = () => diskSpaceOf([scratchPath])
  let checkedAt = Number.NEGATIVE_INFINITY

  return {
    ...createScratchFolder(scratchPath, allScratchPath),
    claim,

    async publish(finishedPath, key) {
      const target = targetOf(key)
      const { size } = await stat(finishedPath)
      await claim()
      const upload = new Upload({
        client: uploader,
        // Parts are invisible until the upload is complete.
        params: { ...target, Body: createReadStream(finishedPath) },
        partSize: Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS)),
        queueSize: MAX_CONCURRENT_PARTS,
      })
      await callStore(() => upload.done())
      await rm(finishedPath, { force: true })
    },

    stat: describe,

    async read(key, range) {
      const target = targetOf(key)
      const rangeInput = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const object = await nullIfMissing(() => client.send(new GetObjectCommand({ ...target, ...rangeInput })))
      return object && (object.Body as Readable)
    },

    async delete(key) {
      // S3 does not report whether a deleted object existed.
      const file = await describe(key)
      if (file) await erase(prefix + key)
      return file?.sizeBytes ?? null
    },

    async list() {
      const files = await listEverything()
      return files.flatMap(({ key, sizeBytes, modifiedAt }) => (isFileKey(key) ? [{ key, sizeBytes, modifiedAt }] : []))
    },

    async sweepForeign(olderThan) {
      const sweptTotals = { files: 0, bytes: 0 }
      for (const { name, key, sizeBytes, modifiedAt } of await listEverything()) {
        if (isFileKey(key) || modifiedAt >= olderThan) continue
        await erase(name)
        sweptTotals.files += 1
        sweptTotals.bytes += sizeBytes
      }
      // An upload of this age is abandoned, because its cut was given up long ago.
      await callStore(() => abortUploads(client, Bucket, prefix, olderThan))
      return sweptTotals
    },

    freeBytes: async () => (await diskSpace()).freeBytes,
    diskSpace,

    async check() {
      if (performance.now() - checkedAt < CHECK_TTL_MILLISECONDS) return
      const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MILLISECONDS)
      await requireListing(client, settings, abortSignal)
      await Promise.race([claim(), rejectOnAbort(abortSignal)])
      checkedAt = performance.now()
    },

    async addressOf(key, { mediaType, contentDisposition }, seconds) {
      const target = targetOf(key)
      if (!handsOutAddresses) return null
      const command = new GetObjectCommand({
        ...target,
        ResponseContentType: mediaType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      })
      return new URL(await callStore(() => getSignedUrl(signer, command, { expiresIn: seconds })))
    },

    addressesOrigin,

    close() {
      client.destroy()
      uploader.destroy()
      signer.destroy()
    },
  }
}

/** Lists an object, because answers to HEAD do not say why a store refuses. Throws FileStoreError. */
async function requireListing(
  client: S3Client,
  { bucket, prefix }: S3Settings,
  abortSignal: AbortSignal,
): Promise<void> {
  const Prefix = prefix === '' ? '' : `${prefix}/`
  await callStore(() => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 }), { abortSignal }))
}

/** Checks whether a store answers and takes the credentials, and writes nothing. Throws FileStoreError. */
export async function askS3(settings: S3Settings, options: S3ClientOptions): Promise<void> {
  const { client, uploader } = openS3Clients(settings, options)
  try {
    await requireListing(client, settings, AbortSignal.timeout(CHECK_TIMEOUT_MILLISECONDS))
  } finally {
    client.destroy()
    uploader.destroy()
  }
}

/** Rejects with FileStoreError (`unreachable`) when the signal aborts. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new FileStoreError('unreachable', 'The file store does not answer.'))
    signal.addEventListener('abort', refuse, { once: true })
  })
}

/** Origin of signed addresses, read from one that the library makes. Dummy keys do not change the origin. */
async function originOf(settings: S3Settings): Promise<string> {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const endpoint = settings.publicEndpoint ?? settings.endpoint
  const { client: signer } = openS3Clients({ ...settings, endpoint, credentials })
  const command = new GetObjectCommand({ Bucket: settings.bucket, Key: 'any' })
  return new URL(await getSignedUrl(signer, command)).origin
}
