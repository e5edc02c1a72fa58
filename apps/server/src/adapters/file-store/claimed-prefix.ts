import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { FileStoreError } from '../../ports/files.ts'
import { MARKER_NAME, MARKER_TEXT } from '../data-directory/names-of-files.ts'
import { listObjects } from './s3-listing.ts'
import { callStore, nullIfMissing, statusOf } from './s3-trouble.ts'

/** Maximum number of names to list: one foreign object is enough to refuse a prefix, and claims are few. */
const MAX_LISTED_NAMES = 50

export const markerKeyOf = (prefix: string): string => prefix + MARKER_NAME

interface BucketPrefix {
  bucket: string
  prefix: string
  installation: string
}

/**
 * Claims a prefix in a bucket for this installation, because sweeps delete all files there that the database does not
 * know. Marks only empty prefixes; throws FileStoreError (`foreign`) for others.
 *
 * If several processes find a prefix empty at once, at most one gets it. Each writes a claim and then lists again, so
 * that the later process sees the earlier claim and gives up. `If-None-Match` protects the marker if the store supports
 * it.
 */
export async function claimPrefix(client: S3Client, bucketPrefix: BucketPrefix): Promise<void> {
  const marker = { Bucket: bucketPrefix.bucket, Key: markerKeyOf(bucketPrefix.prefix) }
  const text = `${MARKER_TEXT}Installation: ${bucketPrefix.installation}\n`
  const ourClaims = `${marker.Key}-${bucketPrefix.installation}-`
  await callStore(async () => {
    if (await isOurs(client, marker, text)) return
    if (await isFree(client, bucketPrefix, ourClaims)) {
      const claim = { Bucket: bucketPrefix.bucket, Key: ourClaims + randomUUID() }
      await client.send(new PutObjectCommand({ ...claim, Body: text, ContentType: 'text/plain' }))
      try {
        if (await isFree(client, bucketPrefix, ourClaims)) await putIfAbsent(client, marker, text)
      } finally {
        // If this fails, a sweep deletes the claim.
        await client.send(new DeleteObjectCommand(claim)).catch(() => undefined)
      }
    }
    if (!(await isOurs(client, marker, text)))
      throw new FileStoreError('unreachable', `The file store does not show ${marker.Key}, which was put there.`)
  })
}

/** Whether this installation wrote the marker; false if there is none. Throws FileStoreError for the marker of another. */
async function isOurs(client: S3Client, marker: { Bucket: string; Key: string }, text: string): Promise<boolean> {
  const markText = await readText(client, marker)
  if (markText === null || markText === text) return markText !== null
  throw new FileStoreError(
    'foreign',
    'STORAGE_URL leads to where another Kerf keeps its clips, which this one would delete. ' +
      `Give it a prefix of its own, like s3://${marker.Bucket}/kerf-2. If it is this Kerf with another SESSION_SECRET than before, ` +
      `delete the object ${marker.Key} and all clips beside it.`,
  )
}

/** Whether a prefix has only our claims; false if it has a marker. Throws FileStoreError (`foreign`) for other objects. */
async function isFree(client: S3Client, { bucket, prefix }: BucketPrefix, ourClaims: string): Promise<boolean> {
  const names: string[] = []
  for await (const { name } of listObjects(client, bucket, prefix, MAX_LISTED_NAMES)) {
    names.push(name)
    if (names.length === MAX_LISTED_NAMES) break
  }
  const markerKey = markerKeyOf(prefix)
  if (names.includes(markerKey)) return false
  const foreignNames = names.filter((name) => !name.startsWith(ourClaims))
  const [foreignName] = foreignNames
  if (foreignName === undefined) return true
  if (foreignNames.every((name) => name.startsWith(`${markerKey}-`)))
    throw new FileStoreError(
      'foreign',
      'STORAGE_URL leads to a place that another Kerf is claiming at this moment. Give each a prefix of its own, ' +
        `like s3://${bucket}/kerf-2. If there is no other one, delete the object ${foreignName}, and start again.`,
    )
  throw new FileStoreError(
    'foreign',
    `STORAGE_URL leads to a place where something of others lies already, and Kerf deletes what it does not know. ` +
      `Give it a prefix of its own, like s3://${bucket}/kerf.`,
  )
}

async function putIfAbsent(client: S3Client, marker: { Bucket: string; Key: string }, text: string): Promise<void> {
  const object = { ...marker, Body: text, ContentType: 'text/plain' }
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }))
  } catch (error) {
    const status = statusOf(error)
    // Another process was first. The caller reads its marker next.
    if (status === 412 || status === 409) return
    if (status !== 501 && status !== 400) throw error
    await client.send(new PutObjectCommand(object))
  }
}

async function readText(client: S3Client, target: { Bucket: string; Key: string }): Promise<string | null> {
  const object = await nullIfMissing(() => client.send(new GetObjectCommand(target)))
  return object && ((await object.Body?.transformToString()) ?? '')
}
