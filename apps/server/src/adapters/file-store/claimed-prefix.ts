import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { FileStoreError } from '../../ports/files.ts'
import { asking, isMissing } from './s3-trouble.ts'

/** No file key begins with a dot. */
const MARK = '.kerf'
const MARK_TEXT = 'Everything beside this belongs to a Kerf, which deletes here what its database does not know.\n'

/** The object that says whose the place is. */
export const markOf = (prefix: string): string => prefix + MARK

/**
 * Whatever the database does not know is deleted from where files are kept. In a bucket, which may hold anything, that is done
 * only where a mark says that the place is this installation's; it is put where nothing is so far. Throws FileStoreError (`foreign`)
 * elsewhere.
 */
export async function claimPrefix(
  client: S3Client,
  place: { bucket: string; prefix: string; installation: string },
): Promise<void> {
  const { bucket, prefix, installation } = place
  const target = { Bucket: bucket, Key: markOf(prefix) }
  const mark = `${MARK_TEXT}Installation: ${installation}\n`
  await asking(async () => {
    const found = await readText(client, target)
    if (found === mark) return
    if (found !== null)
      throw new FileStoreError(
        'foreign',
        'STORAGE_URL leads to where another Kerf keeps its clips, which this one would delete. ' +
          `Give it a prefix of its own, like s3://${bucket}/kerf-2. If it is this Kerf with another SESSION_SECRET than before, ` +
          `delete the object ${target.Key} and all clips beside it.`,
      )
    const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    if (KeyCount > 0)
      throw new FileStoreError(
        'foreign',
        `STORAGE_URL leads to a place where something of others lies already, and Kerf deletes what it does not know. ` +
          `Give it a prefix of its own, like s3://${bucket}/kerf.`,
      )
    await client.send(new PutObjectCommand({ ...target, Body: mark, ContentType: 'text/plain' }))
  })
}

async function readText(client: S3Client, target: { Bucket: string; Key: string }): Promise<string | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(target))
    return (await Body?.transformToString()) ?? ''
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
