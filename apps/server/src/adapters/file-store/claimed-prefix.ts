import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { FileStoreError } from '../../ports/files.ts'
import { MARK, MARK_TEXT } from '../data-directory/names-of-files.ts'
import { listObjects } from './s3-listing.ts'
import { asking, statusOf, unlessMissing } from './s3-trouble.ts'

/** Of others' objects one is enough to know; claims are few. */
const LOOKED_AT = 50

export const markOf = (prefix: string): string => prefix + MARK

interface Place {
  bucket: string
  prefix: string
  installation: string
}

/**
 * Claims a place in a bucket for this installation, because files that its database does not know are deleted there. A
 * mark is written only where nothing is yet. Throws FileStoreError (`foreign`) elsewhere.
 *
 * Of several that find the place empty at once at most one gets it: each writes a claim of its own and then lists
 * again, so that the later one sees the earlier one and gives up. `If-None-Match` protects the mark where the store
 * supports it.
 */
export async function claimPrefix(client: S3Client, place: Place): Promise<void> {
  const mark = { Bucket: place.bucket, Key: markOf(place.prefix) }
  const text = `${MARK_TEXT}Installation: ${place.installation}\n`
  const ourClaims = `${mark.Key}-${place.installation}-`
  await asking(async () => {
    if (await isOurs(client, mark, text)) return
    if (await isFree(client, place, ourClaims)) {
      const claim = { Bucket: place.bucket, Key: ourClaims + randomUUID() }
      await client.send(new PutObjectCommand({ ...claim, Body: text, ContentType: 'text/plain' }))
      try {
        if (await isFree(client, place, ourClaims)) await putWhereNoneIs(client, mark, text)
      } finally {
        // If this fails, the sweep deletes it.
        await client.send(new DeleteObjectCommand(claim)).catch(() => undefined)
      }
    }
    if (!(await isOurs(client, mark, text)))
      throw new FileStoreError('unreachable', `The file store does not show ${mark.Key}, which was put there.`)
  })
}

/** false where there is no mark; throws where it is another's. */
async function isOurs(client: S3Client, mark: { Bucket: string; Key: string }, text: string): Promise<boolean> {
  const found = await readText(client, mark)
  if (found === null || found === text) return found !== null
  throw new FileStoreError(
    'foreign',
    'STORAGE_URL leads to where another Kerf keeps its clips, which this one would delete. ' +
      `Give it a prefix of its own, like s3://${mark.Bucket}/kerf-2. If it is this Kerf with another SESSION_SECRET than before, ` +
      `delete the object ${mark.Key} and all clips beside it.`,
  )
}

/** false where there is a mark by now, be it ours; throws where others are, or are just claiming it. */
async function isFree(client: S3Client, { bucket, prefix }: Place, ourClaims: string): Promise<boolean> {
  const names: string[] = []
  for await (const { name } of listObjects(client, bucket, prefix, LOOKED_AT)) {
    names.push(name)
    if (names.length === LOOKED_AT) break
  }
  const mark = markOf(prefix)
  if (names.includes(mark)) return false
  const others = names.filter((name) => !name.startsWith(ourClaims))
  const [other] = others
  if (other === undefined) return true
  if (others.every((name) => name.startsWith(`${mark}-`)))
    throw new FileStoreError(
      'foreign',
      'STORAGE_URL leads to a place that another Kerf is claiming at this moment. Give each a prefix of its own, ' +
        `like s3://${bucket}/kerf-2. If there is no other one, delete the object ${other}, and start again.`,
    )
  throw new FileStoreError(
    'foreign',
    `STORAGE_URL leads to a place where something of others lies already, and Kerf deletes what it does not know. ` +
      `Give it a prefix of its own, like s3://${bucket}/kerf.`,
  )
}

async function putWhereNoneIs(client: S3Client, mark: { Bucket: string; Key: string }, text: string): Promise<void> {
  const object = { ...mark, Body: text, ContentType: 'text/plain' }
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }))
  } catch (error) {
    const status = statusOf(error)
    // Another process was first; its mark is read next.
    if (status === 412 || status === 409) return
    if (status !== 501 && status !== 400) throw error
    await client.send(new PutObjectCommand(object))
  }
}

async function readText(client: S3Client, target: { Bucket: string; Key: string }): Promise<string | null> {
  const found = await unlessMissing(() => client.send(new GetObjectCommand(target)))
  return found && ((await found.Body?.transformToString()) ?? '')
}
