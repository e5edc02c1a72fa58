import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { FileStoreError } from '../../ports/files.ts'
import { MARKER_NAME, MARKER_TEXT } from '../data-directory/names-of-files.ts'
import { listObjects } from './s3-listing.ts'
import { callStore, statusOf, unlessMissing } from './s3-trouble.ts'

/** Most names to list: one foreign object is enough to refuse a place, and claims are few. */
const MOST_NAMES = 50

export const markOf = (prefix: string): string => prefix + MARKER_NAME

interface Place {
  bucket: string
  prefix: string
  installation: string
}

/**
 * Claims a place in a bucket for this installation, because sweeps delete all files there that the database does not
 * know. Marks only empty places; throws FileStoreError (`foreign`) for others.
 *
 * If several processes find a place empty at once, at most one gets it. Each writes a claim and then lists again, so
 * that the later process sees the earlier claim and gives up. `If-None-Match` protects the mark where the store
 * supports it.
 */
export async function claimPrefix(client: S3Client, place: Place): Promise<void> {
  const mark = { Bucket: place.bucket, Key: markOf(place.prefix) }
  const text = `${MARKER_TEXT}Installation: ${place.installation}\n`
  const ourClaims = `${mark.Key}-${place.installation}-`
  await callStore(async () => {
    if (await isOurs(client, mark, text)) return
    if (await isFree(client, place, ourClaims)) {
      const claim = { Bucket: place.bucket, Key: ourClaims + randomUUID() }
      await client.send(new PutObjectCommand({ ...claim, Body: text, ContentType: 'text/plain' }))
      try {
        if (await isFree(client, place, ourClaims)) await putIfAbsent(client, mark, text)
      } finally {
        // If this fails, a sweep deletes the claim.
        await client.send(new DeleteObjectCommand(claim)).catch(() => undefined)
      }
    }
    if (!(await isOurs(client, mark, text)))
      throw new FileStoreError('unreachable', `The file store does not show ${mark.Key}, which was put there.`)
  })
}

/** Whether the mark is ours; false where there is none. Throws FileStoreError (`foreign`) for another's mark. */
async function isOurs(client: S3Client, mark: { Bucket: string; Key: string }, text: string): Promise<boolean> {
  const markText = await readText(client, mark)
  if (markText === null || markText === text) return markText !== null
  throw new FileStoreError(
    'foreign',
    'STORAGE_URL leads to where another Kerf keeps its clips, which this one would delete. ' +
      `Give it a prefix of its own, like s3://${mark.Bucket}/kerf-2. If it is this Kerf with another SESSION_SECRET than before, ` +
      `delete the object ${mark.Key} and all clips beside it.`,
  )
}

/** Whether a place holds only our claims; false where it has a mark. Throws FileStoreError (`foreign`) otherwise. */
async function isFree(client: S3Client, { bucket, prefix }: Place, ourClaims: string): Promise<boolean> {
  const names: string[] = []
  for await (const { name } of listObjects(client, bucket, prefix, MOST_NAMES)) {
    names.push(name)
    if (names.length === MOST_NAMES) break
  }
  const mark = markOf(prefix)
  if (names.includes(mark)) return false
  const foreignNames = names.filter((name) => !name.startsWith(ourClaims))
  const [foreignName] = foreignNames
  if (foreignName === undefined) return true
  if (foreignNames.every((name) => name.startsWith(`${mark}-`)))
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

async function putIfAbsent(client: S3Client, mark: { Bucket: string; Key: string }, text: string): Promise<void> {
  const object = { ...mark, Body: text, ContentType: 'text/plain' }
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }))
  } catch (error) {
    const status = statusOf(error)
    // Another process was first. The caller reads its mark next.
    if (status === 412 || status === 409) return
    if (status !== 501 && status !== 400) throw error
    await client.send(new PutObjectCommand(object))
  }
}

async function readText(client: S3Client, target: { Bucket: string; Key: string }): Promise<string | null> {
  const object = await unlessMissing(() => client.send(new GetObjectCommand(target)))
  return object && ((await object.Body?.transformToString()) ?? '')
}
