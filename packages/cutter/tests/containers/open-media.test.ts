import { describe, expect, it } from 'vitest'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { openMedia } from '../support/open-media.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** The beginning of a photo: its ftyp, and an empty meta box where a video has its moov. */
const PHOTO = '000000186674797068656963000000006d696631686569630000000c6d65746100000000'

/** A segment of a stream: its styp, and an empty moof. */
const SEGMENT = '00000010737479706d73646800000000000000086d6f6f66'

/** A WAV of format tag 17 (ADPCM), with four bytes of data. */
const ADPCM_WAV =
  '524946462c00000057415645666d74201400000011000100401f0000d70f0000000104000200f901646174610400000000000000'

/** A WebM whose track entry has a ContentEncryption, and an empty cluster. */
const ENCRYPTED_WEBM = '1a45dfa380185380679b1654ae6b91ae8fd781018381016d80866240835035801f43b67580'

const workshop = stampedWorkshop()

const plainVideo = await workshop.video(smallRecipe({ frames: 90, gopFrames: 30 }))

describe('openMedia', () => {
  it('describes the media', async () => {
    expect((await openBytes(plainVideo)).facts).toEqual({
      durationSeconds: 3,
      container: 'mp4',
      video: { codec: 'h264', width: 384, height: 216, frameRate: 30, rotation: 0, mirrored: false, copyable: true },
      audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
    })
  })

  it('describes a WebM in the same way', async () => {
    const recipe = smallRecipe({ layout: 'webm', video: 'vp9', audio: 'opus', frames: 60 })
    const { facts } = (await workshop.make(recipe, 'webm')).media
    expect(facts).toMatchObject({
      container: 'webm',
      video: { codec: 'vp9', width: 384, height: 216, copyable: false },
      audio: { codec: 'opus', sampleRate: 48_000, channels: 2 },
    })
    expect(facts.video!.frameRate).toBeCloseTo(30, 0)
    expect(facts.durationSeconds).toBeCloseTo(2, 1)
  })

  it('reads no more of a long segmented file than its index and its ends', async () => {
    const recipe = smallRecipe({ layout: 'dash-pair', videoBitrate: 4_000_000 })
    const { media, files, bytesRead } = await workshop.make(recipe, 'segmented')
    const size = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    expect(media.facts.durationSeconds).toBeCloseTo(6, 1)
    expect(bytesRead()).toBe(media.indexBytes)
    expect(bytesRead()).toBeLessThan(size / 4)
  })

  it('reports the true duration if a segment index measures its fragments from reordered frames', async () => {
    const recipeChanges = {
      layout: 'dash-pair',
      audio: null,
      frameRate: [12, 1],
      frames: 50,
      gopFrames: 46,
      bFrames: 2,
    } as const
    const { media } = await workshop.make(smallRecipe({ ...recipeChanges, fragmentSeconds: 0.35 }), 'short-sum')
    expect(media.facts.durationSeconds).toBeCloseTo(50 / 12, 3)
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a web page', Buffer.from('<!doctype html><html><body>Sign in to confirm</body></html>')],
    ['very few bytes', Buffer.from('<a>')],
    ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:9\nfile:///etc/passwd\n')],
    ['nothing but zeros', Buffer.alloc(100_000)],
  ])('rejects %s as no media', async (_, bytes) => {
    await expect(openBytes(bytes)).rejects.toMatchObject({ code: 'not_media' })
  })

  it.each([
    ['an AVI file', Buffer.from('RIFF\x10\x27\0\0AVI LIST'), /AVI/],
    ['a Flash video', Buffer.from('FLV\x01\x05\0\0\0\x09'), /FLV/],
    ['an AMR recording', Buffer.from('#!AMR-WB\n\x04\x10'), /AMR/],
    ['a Wave64 recording', Buffer.from('riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb', 'latin1'), /Wave64/],
    ['a photo', Buffer.from(PHOTO, 'hex'), /image/],
    ['a stream segment', Buffer.from(SEGMENT, 'hex'), /segment/],
    ['a WAV with ADPCM', Buffer.from(ADPCM_WAV, 'hex'), /WAVE codec/],
    ['an AC-3 stream', Buffer.from('\x0b\x77'.padEnd(128, '\x15'), 'latin1'), /AC-3/],
    ['an encrypted WebM', Buffer.from(ENCRYPTED_WEBM, 'hex'), /encrypted/],
  ])('refuses %s, with the reason', async (_, bytes, reason) => {
    await expect(openBytes(bytes)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(reason),
    })
  })

  it('is cancelled by its signal', async () => {
    const source = bytesAsSource(plainVideo)
    const opening = openMedia({ video: source, audio: source }, { signal: AbortSignal.abort() })
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' })
  })
})
