import { createHash, randomBytes } from 'node:crypto'
import { S3Refusal } from './s3-refusal.ts'

export interface S3Object {
  bytes: Buffer
  /** The ETag, with its quotes. */
  etag: string
  contentType: string
  modifiedAt: Date
}

interface S3Upload {
  key: string
  initiatedAt: Date
  parts: Map<number, Buffer>
}

/** Minimum size of a part, except for the last one. */
const MIN_PART_BYTES = 5 * 1024 * 1024

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** The contents of a bucket: whole objects, and multipart uploads, which are invisible until they are completed. */
export class S3Bucket {
  readonly objects = new Map<string, S3Object>()
  readonly uploads = new Map<string, S3Upload>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  put(key: string, bytes: Buffer, contentType = 'application/octet-stream', etag = `"${md5(bytes)}"`): S3Object {
    // S3 states times in whole seconds.
    const modifiedAt = new Date(Math.floor(this.#now().getTime() / 1000) * 1000)
    const object = { bytes, etag, contentType, modifiedAt }
    this.objects.set(key, object)
    return object
  }

  get(key: string): S3Object {
    const object = this.objects.get(key)
    if (!object) throw new S3Refusal(404, 'NoSuchKey')
    return object
  }

  beginUpload(key: string): string {
    const id = randomBytes(16).toString('hex')
    this.uploads.set(id, { key, initiatedAt: this.#now(), parts: new Map() })
    return id
  }

  /** Returns the part's ETag. */
  putPart(id: string, number: number, bytes: Buffer): string {
    this.#upload(id).parts.set(number, bytes)
    return `"${md5(bytes)}"`
  }

  completeUpload(id: string, listedParts: { number: number; etag: string }[]): S3Object {
    const { key, parts } = this.#upload(id)
    const partContents = listedParts.map(({ number, etag }, index) => {
      const bytes = parts.get(number)
      if (!bytes || `"${md5(bytes)}"` !== etag) throw new S3Refusal(400, 'InvalidPart')
      if (index > 0 && number <= (listedParts[index - 1]?.number ?? 0)) throw new S3Refusal(400, 'InvalidPartOrder')
      if (index < listedParts.length - 1 && bytes.length < MIN_PART_BYTES) throw new S3Refusal(400, 'EntityTooSmall')
      return bytes
    })
    if (partContents.length === 0) throw new S3Refusal(400, 'MalformedXML')
    this.uploads.delete(id)
    const tags = createHash('md5')
    for (const bytes of partContents) tags.update(createHash('md5').update(bytes).digest())
    return this.put(key, Buffer.concat(partContents), undefined, `"${tags.digest('hex')}-${partContents.length}"`)
  }

  abortUpload(id: string): void {
    this.#upload(id)
    this.uploads.delete(id)
  }

  /** Keys with this prefix that follow another key, in order. */
  keysAfter(prefix: string, previousKey: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > previousKey).sort()
  }

  #upload(id: string): S3Upload {
    const upload = this.uploads.get(id)
    if (!upload) throw new S3Refusal(404, 'NoSuchUpload')
    return upload
  }
}
