import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'

/** Yields every object under a prefix in the order of names. `pageSize`: objects per request; default: the store's. */
export async function* listObjects(client: S3Client, bucket: string, prefix: string, pageSize?: number) {
  // Foreign objects may have names that XML cannot contain, so names are URL-encoded.
  const input = { Bucket: bucket, Prefix: prefix, EncodingType: 'url' } as const
  for await (const { Contents = [] } of paginateListObjectsV2({ client, ...(pageSize ? { pageSize } : {}) }, input)) {
    for (const { Key, Size, LastModified } of Contents) {
      if (Key === undefined || LastModified === undefined) continue
      yield { name: decodeURIComponent(Key.replaceAll('+', ' ')), sizeBytes: Size ?? 0, modifiedAt: LastModified }
    }
  }
}

/** Aborts uploads from before `olderThan`. Killed processes left them, and their hidden parts cost money. */
export async function abortUploads(client: S3Client, bucket: string, prefix: string, olderThan: Date): Promise<number> {
  let aborted = 0
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Initiated >= olderThan) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      aborted += 1
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return aborted
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}
