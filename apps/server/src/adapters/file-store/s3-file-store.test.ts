import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from '../../ports/files.ts'
import { type BucketOptions, openInBucket } from './testing/file-store-kinds.ts'

const MEGABYTE = 1024 * 1024
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const SWEEP_OLDER_THAN = new Date('2026-01-01T00:00:00Z')

let s3: S3StandIn
beforeEach(async () => {
  s3 = await startS3({ pageKeys: 7 })
})
afterEach(() => s3.close())

const openStore = async (options: BucketOptions = {}) => (await openInBucket({ s3, ...options })).files

async function publish(files: FileStore, key: string, bytes: Buffer | string): Promise<void> {
  const scratch = await files.scratchPath(key.replaceAll('/', '-'))
  await writeFile(scratch, bytes)
  await files.publish(scratch, key).finally(() => files.discard(scratch))
}

const contentOf = async (files: FileStore, key: string) => {
  const stream = await files.read(key)
  return stream && (await buffer(stream))
}

const isPart = (call: string): boolean => call.includes('partNumber=')

describe('a clip on its way into a bucket', () => {
  const largeClip = randomBytes(9 * MEGABYTE)

  it('is uploaded in parts if it is large, and appears with its last part', async () => {
    const files = await openStore()
    await publish(files, 'large.mp4', largeClip)
    expect(s3.calls.filter(isPart)).toHaveLength(2)
    expect(largeClip.equals((await contentOf(files, 'large.mp4')) ?? Buffer.alloc(0))).toBe(true)
    expect(s3.bucket.uploads.size).toBe(0)
  })

  it.each(['error', 'slow_down', 'cut'] as const)('arrives although the store fails once (%s)', async (fault) => {
    const files = await openStore()
    s3.misbehave(fault, isPart, 1)
    await publish(files, 'large.mp4', largeClip)
    expect(s3.bucket.get('kerf/large.mp4').bytes.equals(largeClip)).toBe(true)
    expect(s3.calls.filter(isPart)).toHaveLength(3)
  })

  it('leaves nothing behind if the store fails halfway, and the error blames the store', async () => {
    const files = await openStore()
    s3.misbehave('error', (call) => call.includes('partNumber=2'))
    const publishing = publish(files, 'large.mp4', largeClip)
    await expect(publishing).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'unreachable' })
    expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
    expect(s3.bucket.uploads.size).toBe(0)
    expect(await files.stat('large.mp4')).toBeNull()
    expect(await files.scratchBytes()).toBe(0)
  })

  it('is deleted once it is old if its upload was killed', async () => {
    const files = await openStore()
    const oldUpload = s3.bucket.beginUpload('kerf/killed.mp4')
    s3.bucket.putPart(oldUpload, 1, Buffer.from('a part'))
    const otherUpload = s3.bucket.beginUpload('elsewhere/theirs.mp4')
    await files.sweepForeign(LONG_AGO)
    expect(s3.bucket.uploads.size).toBe(2)
    await files.sweepForeign(new Date(Date.now() + 1000))
    expect([...s3.bucket.uploads.keys()]).toEqual([otherUpload])
  })
})

describe('a bucket that others use too', () => {
  it('keeps files of others: only names with our prefix are listed, swept and deleted', async () => {
    const files = await openStore()
    for (const name of ['other.mp4', 'kerfuffle.mp4', 'kerf', 'z/1']) s3.bucket.put(name, Buffer.from('theirs'))
    await publish(files, 'ours.mp4', 'ours')
    expect((await files.list()).map(({ key }) => key)).toEqual(['ours.mp4'])
    await files.sweepForeign(new Date(8.64e15))
    await files.delete('other.mp4')
    expect([...s3.bucket.objects.keys()].sort()).toEqual(
      ['kerf', 'kerf/.kerf', 'kerf/ours.mp4', 'kerfuffle.mp4', 'other.mp4', 'z/1'].sort(),
    )
  })

  it('is not touched if it holds files without our marker', async () => {
    s3.bucket.put('kerf/wedding.mp4', Buffer.from('theirs'))
    await expect(openStore()).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'foreign' })
    await expect(openStore({ place: { prefix: '' } })).rejects.toThrow('s3://clips/kerf')
    expect(s3.calls.every((call) => /^(HEAD|GET) /.test(call))).toBe(true)
  })

  it('needs no prefix if only Kerf uses it, and is recognized again', async () => {
    await publish(await openStore({ place: { prefix: '' } }), 'clip.mp4', 'clip')
    const reopened = await openStore({ place: { prefix: '' } })
    expect(await reopened.list()).toMatchObject([{ key: 'clip.mp4' }])
    expect([...s3.bucket.objects.keys()]).toEqual(['.kerf', 'clip.mp4'])
  })

  it('is refused to a second installation, which would delete files that it does not know', async () => {
    await publish(await openStore({ secret: 'of production' }), 'clip.mp4', 'clip')
    const staging = openStore({ secret: 'of staging' })
    await expect(staging).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'foreign' })
    await expect(staging).rejects.toThrow('another Kerf')
    expect(s3.bucket.get('kerf/.kerf').bytes.toString()).not.toContain('of production')
    expect((await (await openStore({ secret: 'of production' })).list()).map(({ key }) => key)).toEqual(['clip.mp4'])
  })

  it('loses foreign files under our prefix once they are old', async () => {
    const files = await openStore()
    await publish(files, 'clip.mp4', 'clip')
    for (const name of ['kerf/.DS_Store', 'kerf/a b+c\u0001%.mp4', 'kerf/sub//x', 'kerf/'])
      s3.bucket.put(name, Buffer.from('dirt')).modifiedAt = LONG_AGO
    s3.bucket.put('kerf/.part', Buffer.from('coming'))
    expect(await files.sweepForeign(SWEEP_OLDER_THAN)).toEqual({ files: 4, bytes: 16 })
    expect([...s3.bucket.objects.keys()].sort()).toEqual(['kerf/.kerf', 'kerf/.part', 'kerf/clip.mp4'])
  })

  it('is listed completely, however many pages it has', async () => {
    const files = await openStore()
    for (let index = 0; index < 50; index += 1) s3.bucket.put(`kerf/video/${index}`, Buffer.from('video'))
    expect(await files.list()).toHaveLength(50)
    expect(s3.calls.filter((call) => call.includes('continuation-token'))).toHaveLength(7)
  })
})

describe('a store that fails or refuses', () => {
  it.each([
    ['a wrong secret', { place: { credentials: { accessKeyId: 'AKIDSTANDIN', secretAccessKey: 'wrong' } } }, 'denied'],
    ['unknown keys', { place: { credentials: { accessKeyId: 'AKIDNOBODY', secretAccessKey: 'x' } } }, 'denied'],
    ['no such bucket', { place: { bucket: 'klips' } }, 'no_bucket'],
    ['another region', { place: { region: 'us-east-1' } }, 'wrong_region'],
  ] as const)('is reported before the start completes: %s', async (_description, options, trouble) => {
    const openingStore = openStore(options)
    await expect(openingStore).rejects.toMatchObject({ name: 'FileStoreError', trouble })
    await expect(openingStore).rejects.not.toThrow(/a secret of the stand-in|wrong$/)
  })

  it('is also reported if its clock differs', async () => {
    const lateStore = await startS3({ now: () => new Date(Date.now() + 3_600_000) })
    // The library does not correct its clock, because the stand-in's Date header has the true time.
    await expect(openStore({ s3: lateStore })).rejects.toMatchObject({ trouble: 'clock' })
    await lateStore.close()
  })

  it('opens even if it is unreachable, refuses meanwhile, and works once it is back', async () => {
    s3.misbehave('cut')
    const files = await openStore()
    await expect(files.check()).rejects.toMatchObject({ trouble: 'unreachable' })
    await expect(files.list()).rejects.toMatchObject({ trouble: 'unreachable' })
    await expect(files.read('clip.mp4')).rejects.toMatchObject({ trouble: 'unreachable' })
    await expect(publish(files, 'clip.mp4', 'clip')).rejects.toMatchObject({ trouble: 'unreachable' })
    s3.clearFaults()
    await files.check()
    await publish(files, 'clip.mp4', 'clip')
    expect((await contentOf(files, 'clip.mp4'))?.toString()).toBe('clip')
  })

  it('opens even if it never answers, and the check reports it', async () => {
    s3.misbehave('silent')
    const files = await openStore({ startWaitMilliseconds: 100 })
    await expect(files.check()).rejects.toMatchObject({ trouble: 'unreachable' })
  })

  it('gets exactly two requests per call after it stops answering', async () => {
    const files = await openStore({ patience: { answerMilliseconds: 100, silenceMilliseconds: 100 } })
    await publish(files, 'clip.mp4', 'clip')
    s3.misbehave('silent')
    const calls = [
      () => files.stat('clip.mp4'),
      () => files.delete('clip.mp4'),
      () => files.list(),
      () => files.read('clip.mp4'),
    ]
    for (const call of calls) {
      const callsBefore = s3.calls.length
      await expect(call()).rejects.toMatchObject({ name: 'FileStoreError', trouble: 'unreachable' })
      expect(s3.calls.length - callsBefore).toBe(2)
    }
    await expect(publish(files, 'other.mp4', randomBytes(9 * MEGABYTE))).rejects.toMatchObject({
      trouble: 'unreachable',
    })
    s3.clearFaults()
    expect((await contentOf(files, 'clip.mp4'))?.toString()).toBe('clip')
  })

  it('fails a read that breaks off in the middle of a clip', async () => {
    const files = await openStore()
    await publish(files, 'clip.mp4', randomBytes(MEGABYTE))
    s3.misbehave('cut_half_way', (call) => call.startsWith('GET'), 1)
    await expect(contentOf(files, 'clip.mp4')).rejects.toThrow('aborted')
    expect(await contentOf(files, 'clip.mp4')).toHaveLength(MEGABYTE)
  })
})

describe('a signed address', () => {
  const fileHeaders = {
    mediaType: 'video/mp4',
    contentDisposition: 'attachment; filename="k.mp4"; filename*=UTF-8\'\'k%C3%A9.mp4',
  }

  it('serves the clip, by ranges and under its name, to anyone who has it', async () => {
    const files = await openStore({ fileDelivery: 'signed' })
    await publish(files, 'clip.mp4', '0123456789')
    const address = await files.addressOf('clip.mp4', fileHeaders, 60)
    expect(address?.origin).toBe(files.addressesOrigin)
    const fullResponse = await fetch(address ?? '')
    expect([fullResponse.status, await fullResponse.text()]).toEqual([200, '0123456789'])
    expect(fullResponse.headers.get('content-type')).toBe('video/mp4')
    expect(fullResponse.headers.get('content-disposition')).toBe(fileHeaders.contentDisposition)
    expect(fullResponse.headers.get('cache-control')).toBe('private, no-store')
    const response = await fetch(address ?? '', { headers: { range: 'bytes=7-' } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      206,
      '789',
      'bytes 7-9/10',
    ])
  })

  it('gives no other clip, name or method, and nothing after it expires', async () => {
    let clockLeadMilliseconds = 0
    const store = await startS3({ now: () => new Date(Date.now() + clockLeadMilliseconds) })
    const files = await openStore({ s3: store, fileDelivery: 'signed' })
    await publish(files, 'clip.mp4', 'mine')
    await publish(files, 'other.mp4', 'not mine')
    const address = (await files.addressOf('clip.mp4', fileHeaders, 60))?.href ?? ''
    const codeOf = async (url: string, init?: RequestInit) => {
      const answer = await fetch(url, init)
      return `${answer.status} ${/<Code>(\w+)/.exec(await answer.text())?.[1]}`
    }
    expect(await codeOf(address.replace('clip.mp4', 'other.mp4'))).toBe('403 SignatureDoesNotMatch')
    expect(await codeOf(address.replace('k.mp4', 'x.exe'))).toBe('403 SignatureDoesNotMatch')
    expect(await codeOf(address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe('403 SignatureDoesNotMatch')
    expect(await codeOf(address, { method: 'DELETE' })).toBe('403 SignatureDoesNotMatch')
    expect((await fetch(address)).status).toBe(200)
    clockLeadMilliseconds = 61_000
    expect(await codeOf(address)).toBe('403 AccessDenied')
    await store.close()
  })

  it.each([
    [{ publicEndpoint: new URL('https://media.example.org') }, 'https://media.example.org', '/clips/kerf/clip.mp4'],
    [
      { publicEndpoint: new URL('https://s3.example.org'), forcePathStyle: false },
      'https://clips.s3.example.org',
      '/kerf/clip.mp4',
    ],
  ])('points to the public endpoint, which may differ (%#)', async (otherServer, origin, path) => {
    // The stand-in needs path style. The SDK uses it for its address in any case, because the host is an IP address.
    const files = await openStore({
      fileDelivery: 'signed',
      place: { ...otherServer, endpoint: new URL(s3.endpoint) },
    }).catch((error: unknown) => error as Error)
    if (files instanceof Error) throw files
    const address = await files.addressOf('clip.mp4', fileHeaders, 60)
    expect([address?.origin, address?.pathname]).toEqual([origin, path])
    expect(files.addressesOrigin).toBe(origin)
  })
})
