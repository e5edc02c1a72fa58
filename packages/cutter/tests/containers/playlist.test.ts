import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import { planCut } from '../../src/plan-cut.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { encryptSegment, PlaylistSite } from '../support/playlist-site.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const recipe = smallRecipe({ width: 160, height: 96, layout: 'hls', frameRate: [25, 1], frames: 100, gopFrames: 25 })
const AES_KEY = Buffer.from('0123456789abcdef')
const workshop = stampedWorkshop()
const directories: Record<string, string> = {}

const make = async (name: string, changes: Partial<typeof recipe> = {}) => {
  const { videoPath, audioPath } = await makeStampedMedia({ ...recipe, ...changes }, workshop.directory, name)
  directories[name] = dirname((videoPath ?? audioPath)!)
}
await make('ts')
await make('mp4', { layout: 'hls-mp4' })
await make('one-file', { layout: 'hls-mp4', muxerOptions: { hls_flags: 'single_file' } })

async function open(name: string, change: (text: string) => string = (text) => text) {
  const site = new PlaylistSite(directories[name]!)
  const source = site.source(change(await site.text('index.m3u8')))
  return { site, media: await openMedia({ video: source, audio: source }) }
}

describe.each(['ts', 'mp4', 'one-file'])('a playlist of %s segments', (name) => {
  it.each([
    ['from a segment to a segment', { startTime: 1, endTime: 2 }],
    ['across three segments', { startTime: 0.6, endTime: 2.4 }],
    ['of one frame', { startTime: 3.6, endTime: 3.64 }],
    ['of everything', { startTime: 0, endTime: 4 }],
  ])('gives exactly the frames and the audio %s', async (_, range) => {
    const { media } = await open(name)
    const { receipt } = await expectExact(media, uneditedVideo(recipe), range, workshop)
    expect(receipt.framesReencoded).toBeLessThan(25)
  })

  it('is fetched only in the range', async () => {
    const { site, media } = await open(name)
    expect(media.facts).toMatchObject({ container: 'hls', video: { codec: 'h264', copyable: true } })
    expect(media.facts.durationSeconds).toBeCloseTo(4, 1)
    site.requests.length = 0
    await expectExact(media, uneditedVideo(recipe), { startTime: 2.32, endTime: 2.68 }, workshop)
    expect(site.requests.map(({ path }) => path)).toHaveLength(1)
  })
})

describe('an encrypted playlist', () => {
  async function openEncrypted(vectorOf: (segment: number) => number, tag: string, servedKey = AES_KEY) {
    const site = new PlaylistSite(directories.ts!)
    site.put('key.bin', servedKey)
    for (const segment of [0, 1, 2, 3]) {
      const clearSegment = await readFile(join(directories.ts!, `index${segment}.ts`))
      site.put(`index${segment}.ts`, encryptSegment(clearSegment, AES_KEY, vectorOf(segment)))
    }
    const text = (await site.text('index.m3u8')).replace('#EXTINF', `${tag}\n#EXTINF`)
    const source = site.source(text)
    return { site, media: await openMedia({ video: source, audio: source }) }
  }

  it.each([
    ['with the segment number as its vector', (segment: number) => 7 + segment, '', 7],
    ['with a vector from the playlist', () => 0xabc, ',IV=0x00000000000000000000000000000ABC', 0],
  ])('is decrypted: AES-128 %s', async (_, vectorOf, iv, first) => {
    const tag = `#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-KEY:METHOD=AES-128,URI="key.bin"${iv}`
    const { site, media } = await openEncrypted(vectorOf, tag)
    await expectExact(media, uneditedVideo(recipe), { startTime: 1.5, endTime: 2.5 }, workshop)
    expect(site.requests.filter(({ path }) => path === 'key.bin')).toHaveLength(1)
  })

  it('is broken with a wrong key', async () => {
    const wrongKey = Buffer.alloc(16, 1)
    const opening = openEncrypted((segment) => segment, '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"', wrongKey)
    await expect(opening).rejects.toMatchObject({ code: 'broken_media' })
  })
})

it('video and audio in two playlists share one clock', async () => {
  // Each playlist has video and audio, of which one is used. By its timestamps, the video begins before the audio.
  const videoSite = new PlaylistSite(directories.ts!)
  const audioSite = new PlaylistSite(directories.ts!)
  const media = await openMedia({
    video: videoSite.source(await videoSite.text('index.m3u8')),
    audio: audioSite.source(await audioSite.text('index.m3u8')),
  })
  await expectExact(media, uneditedVideo(recipe), { startTime: 1.3, endTime: 2.2 }, workshop)
})

describe('a playlist that cannot be cut', () => {
  it.each([
    ['is live', 'unsupported_media', (text: string) => text.replace('#EXT-X-ENDLIST', '')],
    ['requires a licence', 'unsupported_media', withKey('METHOD=SAMPLE-AES,URI="key.bin"')],
    ['requires a DRM key', 'unsupported_media', withKey('METHOD=AES-128,URI="skd://x",KEYFORMAT="com.shop"')],
    ['has a segment without a duration', 'broken_media', (text: string) => text.replace('#EXTINF:1.000000,\n', '')],
    ['names no segment', 'broken_media', () => '#EXTM3U\n#EXT-X-ENDLIST'],
    ['names an invalid address', 'broken_media', (text: string) => text.replace('index2.ts', 'http://')],
    ['is an HTML page', 'not_media', () => '<html>'],
  ])('because it %s is refused with that reason', async (_, code, change) => {
    await expect(open('ts', change)).rejects.toMatchObject({ code })
  })

  it('because a segment is gone fails with the error of its source', async () => {
    const { site, media } = await open('ts')
    site.put('index2.ts', new Uint8Array(0))
    const planning = planCut(media, { startTime: 2.2, endTime: 2.6 }, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'broken_media' })
  })

  function withKey(attributes: string) {
    return (text: string) => text.replace('#EXTINF', `#EXT-X-KEY:${attributes}\n#EXTINF`)
  }
})
