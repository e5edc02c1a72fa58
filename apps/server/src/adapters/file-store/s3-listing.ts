import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'

/** Every object whose name begins so, in the order of names, a page at a time: of `pageSize`, or of as many as the store likes. */
export async function* listObjects(client: S3Client, bucket: string, prefix: string, pageSize?: number) {
  // Others may have names in here that no XML can hold.
  const input = { Bucket: bucket, Prefix: prefix, EncodingType: 'url' } as const
  for await (const { Contents = [] } of paginateListObjectsV2({ client, ...(pageSize ? { pageSize } : {}) }, input)) {
    for (const { Key, Size, LastModified } of Contents) {
      if (Key === undefined || LastModified === undefined) continue
      yield { name: decodeURIComponent(Key.replaceAll('+', ' ')), sizeBytes: Size ?? 0, modifiedAt: LastModified }
    }
  }
}

/** Aborts older multipart uploads, left by killed processes: their parts are invisible but cost money. */
export async function abortUploads(client: S3Client, bucket: string, prefix: string, before: Date): Promise<number> {
  let aborted = 0
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Initiated >= before) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      aborted += 1
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return aborted
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}
