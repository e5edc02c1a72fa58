import { createHash, randomBytes } from 'node:crypto'
import { S3Refusal } from './s3-refusal.ts'

export interface S3Object {
  bytes: Buffer
  /** With its quotes. */
  etag: string
  contentType: string
  modifiedAt: Date
}

interface S3Upload {
  key: string
  initiatedAt: Date
  parts: Map<number, Buffer>
}

/** All but the last part have to be as large as this. */
const LEAST_PART_BYTES = 5 * 1024 * 1024

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
    // Seconds are as exact as S3 is about times.
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

  begin(key: string): string {
    const id = randomBytes(16).toString('hex')
    this.uploads.set(id, { key, initiatedAt: this.#now(), parts: new Map() })
    return id
  }

  /** Returns the part's ETag. */
  putPart(id: string, number: number, bytes: Buffer): string {
    this.#upload(id).parts.set(number, bytes)
    return `"${md5(bytes)}"`
  }

  complete(id: string, listed: { number: number; etag: string }[]): S3Object {
    const { key, parts } = this.#upload(id)
    const chosen = listed.map(({ number, etag }, index) => {
      const bytes = parts.get(number)
      if (!bytes || `"${md5(bytes)}"` !== etag) throw new S3Refusal(400, 'InvalidPart')
      if (index > 0 && number <= (listed[index - 1]?.number ?? 0)) throw new S3Refusal(400, 'InvalidPartOrder')
      if (index < listed.length - 1 && bytes.length < LEAST_PART_BYTES) throw new S3Refusal(400, 'EntityTooSmall')
      return bytes
    })
    if (chosen.length === 0) throw new S3Refusal(400, 'MalformedXML')
    this.uploads.delete(id)
    const tags = createHash('md5')
    for (const bytes of chosen) tags.update(createHash('md5').update(bytes).digest())
    return this.put(key, Buffer.concat(chosen), undefined, `"${tags.digest('hex')}-${chosen.length}"`)
  }

  abort(id: string): void {
    this.#upload(id)
    this.uploads.delete(id)
  }

  /** Keys with this prefix that come after that one, in order. */
  keysAfter(prefix: string, after: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  }

  #upload(id: string): S3Upload {
    const upload = this.uploads.get(id)
    if (!upload) throw new S3Refusal(404, 'NoSuchUpload')
    return upload
  }
}
