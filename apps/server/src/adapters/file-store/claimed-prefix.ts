import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { FileStoreError } from '../../ports/files.ts'
import { asking, isMissing } from './s3-trouble.ts'

/** No file key begins with a dot. */
const MARK = '.kerf'
const MARK_TEXT = 'Everything beside this belongs to a Kerf, which deletes here what its database does not know.\n'

/** The object that says whose the place is. */
export const markOf = (prefix: string): string => prefix + MARK

/**
 * Whatever the database does not know is deleted from where files are kept. In a bucket, which may hold anything, that is done
 * only where a mark says that the place is ours; it is put where nothing is so far. Throws FileStoreError (`foreign`) elsewhere.
 */
export async function claimPrefix(client: S3Client, bucket: string, prefix: string): Promise<void> {
  await asking(async () => {
    const Key = markOf(prefix)
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))
      return
    } catch (error) {
      if (!isMissing(error)) throw await whyNotSeen(client, bucket, error)
    }
    const { KeyCount = 0 } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    if (KeyCount > 0)
      throw new FileStoreError(
        'foreign',
        `STORAGE_URL leads to a place where something of others lies already, and Kerf deletes what it does not know. ` +
          `Give it a prefix of its own, like s3://${bucket}/kerf.`,
      )
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: MARK_TEXT, ContentType: 'text/plain' }))
  })
}

/** An answer to HEAD has no body, and so no reason: a question that has one is asked. */
async function whyNotSeen(client: S3Client, bucket: string, error: unknown): Promise<unknown> {
  return await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })).then(
    () => error,
    (reason: unknown) => reason,
  )
}
