import { parseRangeHeader } from '../http/byte-range.ts'
import type { S3Bucket, S3Object } from './s3-bucket.ts'
import { S3Refusal } from './s3-refusal.ts'
import { s3Xml, textsOf } from './s3-xml.ts'

export interface S3Call {
  method: string
  /** Key of the object; empty for the bucket itself. */
  key: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface S3Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Keys on a page of a list, as at Amazon, unless a test sets fewer. */
const MAX_KEYS_PER_PAGE = 1000

/** Treatment of `If-None-Match: *` on a PUT: honoured ('cached'), as by Amazon; ignored, as by old stores; refused. */
export type S3Conditions = 'cached' | 'ignored' | 'refused'

const xml = (...document: Parameters<typeof s3Xml>): S3Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: s3Xml(...document),
})

/**
 * Carries out a call to a bucket as S3 does.
 * @throws S3Refusal
 */
export function answerS3Call(
  bucket: S3Bucket,
  call: S3Call,
  pageKeys = MAX_KEYS_PER_PAGE,
  conditions: S3Conditions = 'cached',
): S3Answer {
  const { method, key, query } = call
  if (key === '') {
    if (method === 'HEAD') return { status: 200 }
    if (method === 'GET' && query.has('uploads')) return listUploads(bucket, query)
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(bucket, query, pageKeys)
    throw new S3Refusal(501, 'NotImplemented')
  }
  const uploadId = query.get('uploadId')
  switch (method) {
    case 'GET':
    case 'HEAD':
      return readObject(bucket.get(key), call)
    case 'PUT': {
      if (uploadId !== null)
        return { status: 200, headers: { etag: bucket.putPart(uploadId, Number(query.get('partNumber')), call.body) } }
      if (call.headers['if-none-match'] === '*') {
        if (conditions === 'refused') throw new S3Refusal(501, 'NotImplemented', 'If-None-Match')
        if (conditions === 'cached' && bucket.objects.has(key)) throw new S3Refusal(412, 'PreconditionFailed')
      }
      const type = call.headers['content-type']
      return { status: 200, headers: { etag: bucket.put(key, call.body, type && String(type)).etag } }
    }
    case 'DELETE':
      if (uploadId === null) bucket.objects.delete(key)
      else bucket.abortUpload(uploadId)
      return { status: 204 }
    case 'POST': {
      if (query.has('uploads'))
        return xml('InitiateMultipartUploadResult', { Key: key, UploadId: bucket.beginUpload(key) })
      if (uploadId === null) break
      const text = call.body.toString()
      const etags = textsOf(text, 'ETag')
      const parts = textsOf(text, 'PartNumber').map((number, index) => ({
        number: Number(number),
        etag: etags[index] ?? '',
      }))
      const { etag } = bucket.completeUpload(uploadId, parts)
      return xml('CompleteMultipartUploadResult', { Key: key, ETag: etag })
    }
  }
  throw new S3Refusal(501, 'NotImplemented')
}

function readObject({ bytes, etag, contentType, modifiedAt }: S3Object, { method, query, headers }: S3Call): S3Answer {
  const ifRange = headers['if-range']
  const rangeHeader = ifRange === undefined || ifRange === etag ? headers.range : undefined
  const range = parseRangeHeader(rangeHeader as string | undefined, bytes.length)
  if (range.kind === 'unsatisfiable') throw new S3Refusal(416, 'InvalidRange')
  const part = range.kind === 'part' ? bytes.subarray(range.start, range.end + 1) : bytes
  const answerHeaders: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? contentType,
    'content-length': String(part.length),
    'last-modified': modifiedAt.toUTCString(),
    etag,
  }
  for (const name of ['content-disposition', 'cache-control']) {
    const value = query.get(`response-${name}`)
    if (value !== null) answerHeaders[name] = value
  }
  if (range.kind === 'part') answerHeaders['content-range'] = `bytes ${range.start}-${range.end}/${bytes.length}`
  return {
    status: range.kind === 'part' ? 206 : 200,
    headers: answerHeaders,
    ...(method === 'GET' ? { body: part } : {}),
  }
}

function listObjects(bucket: S3Bucket, query: URLSearchParams, pageKeys: number): S3Answer {
  const prefix = query.get('prefix') ?? ''
  const lastKey = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const maxKeys = Math.min(Number(query.get('max-keys') ?? pageKeys), pageKeys)
  const keys = bucket.keysAfter(prefix, lastKey)
  const page = keys.slice(0, maxKeys)
  const isTruncated = keys.length > page.length
  const encode = query.get('encoding-type') === 'url' ? encodeKey : (key: string) => key
  return xml('ListBucketResult', {
    Prefix: encode(prefix),
    KeyCount: page.length,
    MaxKeys: maxKeys,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined,
    Contents: page.map((key) => {
      const { bytes, etag, modifiedAt } = bucket.get(key)
      return { Key: encode(key), LastModified: modifiedAt, ETag: etag, Size: bytes.length }
    }),
  })
}

function listUploads(bucket: S3Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? ''
  const uploads = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix))
  const Upload = uploads.map(([id, { key, initiatedAt }]) => ({ Key: key, UploadId: id, Initiated: initiatedAt }))
  return xml('ListMultipartUploadsResult', { IsTruncated: false, Upload })
}

/** Encodes a key as S3 does with `encoding-type=url`: slashes stay, a blank becomes a plus. */
const encodeKey = (key: string): string => encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
