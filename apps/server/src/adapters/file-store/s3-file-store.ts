import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type FileStore, FileStoreError, type StoredFile } from '../../ports/files.ts'
import { claimPrefix, markOf } from './claimed-prefix.ts'
import { assertFileKey, isFileKey } from './file-key.ts'
import { openS3Clients, type S3ClientOptions, type S3Settings } from './s3-client.ts'
import { abortUploads, listObjects } from './s3-listing.ts'
import { asking, unlessMissing } from './s3-trouble.ts'
import { diskSpaceOf, scratchFolder } from './scratch-folder.ts'

export interface S3FileStoreOptions extends S3ClientOptions {
  settings: S3Settings
  installation: string
  scratchPath: string
  /** Where those of other processes of this machine lie, too; the same when left out. */
  allScratchPath?: string | undefined
  handsOutAddresses: boolean
}

/** Larger files go up in parts of this size, of which so many are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
/** As many parts as there may be, less a few. */
const MOST_PARTS = 9900
const CHECK_MILLISECONDS = 2500
/** Health is asked for often, and each question to the store costs something. */
const CHECKED_FOR_MILLISECONDS = 10_000

/** Files in an S3-compatible store; what is being worked on stays on this machine's disk. Throws FileStoreError. */
export async function openS3FileStore(
  options: S3FileStoreOptions,
): Promise<FileStore & { claim(): Promise<void>; close(): void }> {
  const { settings, installation, scratchPath, allScratchPath, handsOutAddresses } = options
  const { bucket: Bucket } = settings
  const prefix = settings.prefix === '' ? '' : `${settings.prefix}/`
  const { client, uploader } = openS3Clients(settings, options)
  // Signs and sends nothing.
  const signer = settings.publicEndpoint
    ? openS3Clients({ ...settings, endpoint: settings.publicEndpoint }).client
    : client
  const at = (key: string) => {
    assertFileKey(key)
    return { Bucket, Key: prefix + key }
  }

  let claimed: Promise<void> | null = null
  /** Once; again when it came to nothing. */
  function claim(): Promise<void> {
    claimed ??= claimPrefix(client, { bucket: Bucket, prefix, installation }).catch((error: unknown) => {
      claimed = null
      throw error
    })
    return claimed
  }

  async function describe(key: string): Promise<StoredFile | null> {
    const target = at(key)
    return await unlessMissing(async () => {
      const { ContentLength = 0, LastModified } = await client.send(new HeadObjectCommand(target))
      return { key, sizeBytes: ContentLength, modifiedAt: LastModified ?? new Date(0) }
    })
  }

  async function erase(name: string): Promise<void> {
    await asking(() => client.send(new DeleteObjectCommand({ Bucket, Key: name })))
  }

  async function everything() {
    await claim()
    const mark = markOf(prefix)
    return await asking(async () => {
      const found: (StoredFile & { name: string })[] = []
      for await (const { name, ...facts } of listObjects(client, Bucket, prefix))
        if (name !== mark) found.push({ ...facts, name, key: name.slice(prefix.length) })
      return found
    })
  }

  const addressesOrigin = handsOutAddresses ? await originOf(settings) : null
  const diskSpace = () => diskSpaceOf([scratchPath])
  let checkedAt = Number.NEGATIVE_INFINITY

  return {
    ...scratchFolder(scratchPath, allScratchPath),
    claim,

    async publish(finishedPath, key) {
      const target = at(key)
      const { size } = await stat(finishedPath)
      await claim()
      const upload = new Upload({
        client: uploader,
        // Nothing is seen of parts before they are all there and completed.
        params: { ...target, Body: createReadStream(finishedPath) },
        partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
        queueSize: PARTS_AT_ONCE,
      })
      await asking(() => upload.done())
      await rm(finishedPath, { force: true })
    },

    stat: describe,

    async read(key, range) {
      const target = at(key)
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      const found = await unlessMissing(() => client.send(new GetObjectCommand({ ...target, ...wanted })))
      return found && (found.Body as Readable)
    },

    async delete(key) {
      // S3 does not report whether a deleted object existed.
      const file = await describe(key)
      if (file) await erase(prefix + key)
      return file?.sizeBytes ?? null
    },

    async list() {
      const files = await everything()
      return files.flatMap(({ key, sizeBytes, modifiedAt }) => (isFileKey(key) ? [{ key, sizeBytes, modifiedAt }] : []))
    },

    async sweepForeign(olderThan) {
      const swept = { files: 0, bytes: 0 }
      for (const { name, key, sizeBytes, modifiedAt } of await everything()) {
        if (isFileKey(key) || modifiedAt >= olderThan) continue
        await erase(name)
        swept.files += 1
        swept.bytes += sizeBytes
      }
      // An upload that old is abandoned: its cut has been given up long ago.
      await asking(() => abortUploads(client, Bucket, prefix, olderThan))
      return swept
    },

    freeBytes: async () => (await diskSpace()).freeBytes,
    diskSpace,

    async check() {
      if (performance.now() - checkedAt < CHECKED_FOR_MILLISECONDS) return
      const abortSignal = AbortSignal.timeout(CHECK_MILLISECONDS)
      // By a list: to HEAD no store says why it refuses.
      await asking(() => client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal }))
      await Promise.race([claim(), refusedAt(abortSignal)])
      checkedAt = performance.now()
    },

    async addressOf(key, { mediaType, contentDisposition }, seconds) {
      const target = at(key)
      if (!handsOutAddresses) return null
      const command = new GetObjectCommand({
        ...target,
        ResponseContentType: mediaType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      })
      return new URL(await asking(() => getSignedUrl(signer, command, { expiresIn: seconds })))
    },

    addressesOrigin,

    close() {
      client.destroy()
      uploader.destroy()
      signer.destroy()
    },
  }
}

/** Rejects, as a store does that gives no answer, when the signal aborts. */
function refusedAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => reject(new FileStoreError('unreachable', 'The file store does not answer.'))
    signal.addEventListener('abort', refuse, { once: true })
  })
}

/** Of what browsers fetch, as the library itself makes addresses; with any keys, for those do not change it. */
async function originOf(settings: S3Settings): Promise<string> {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const endpoint = settings.publicEndpoint ?? settings.endpoint
  const { client: signer } = openS3Clients({ ...settings, endpoint, credentials })
  const command = new GetObjectCommand({ Bucket: settings.bucket, Key: 'any' })
  return new URL(await getSignedUrl(signer, command)).origin
}
