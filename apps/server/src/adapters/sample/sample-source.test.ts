import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import { asFile } from '../../ports/sources.ts'
import { createSampleSource } from './sample-source.ts'

const MANIFEST = {
  title: 'A sample',
  durationSeconds: 60,
  frameCount: 1800,
  poster: { file: 'poster.jpg', width: 1280, height: 720 },
  filmstrip: { file: 'strip.jpg', columns: 10, rows: 6, frameWidth: 208, frameHeight: 117, secondsPerFrame: 1 },
  waveform: { file: 'waveform.json', peaksPerSecond: 25 },
  renditions: [
    {
      file: 'sample-360p.mp4',
      width: 640,
      height: 360,
      frameRate: 30,
      bitrate: 500_000,
      sizeBytes: 11,
      videoCodec: 'avc1.64001e',
      audioCodec: 'mp4a.40.2',
    },
  ],
}
const signal = new AbortController().signal
let directory: string

beforeEach(async () => {
  directory = temporaryDirectory()
  await writeFile(join(directory, 'sample.json'), JSON.stringify(MANIFEST))
  await writeFile(join(directory, 'sample-360p.mp4'), 'hello world')
  await writeFile(join(directory, 'poster.jpg'), 'poster')
  await writeFile(join(directory, 'strip.jpg'), 'timeline')
  await writeFile(join(directory, 'waveform.json'), JSON.stringify({ peaksPerSecond: 25, peaks: [0, 50, 100] }))
})

async function resolveSample(source = createSampleSource({ directory })) {
  const resolution = await source.resolve('sample', signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}`)
  return resolution.video
}

describe('the built-in sample', () => {
  it('describes the video as in its manifest', async () => {
    const video = await resolveSample()
    expect(video).toMatchObject({ title: 'A sample', durationSeconds: 60, channel: 'Kerf', addressesExpireAt: null })
    expect(video.renditions).toEqual([
      {
        id: 'sample-360p',
        carries: 'both',
        container: 'mp4',
        videoCodec: 'avc1.64001e',
        audioCodec: 'mp4a.40.2',
        width: 640,
        height: 360,
        frameRate: 30,
        bitrate: 500_000,
        sizeBytes: 11,
        audioPreference: 0,
        address: 'sample-360p.mp4',
        headers: {},
      },
    ])
    expect(video.filmstrip).toEqual({
      columns: 10,
      rows: 6,
      frameWidth: 208,
      frameHeight: 117,
      secondsPerFrame: 1,
      frameCount: 60,
      sheetAddresses: ['strip.jpg'],
    })
  })

  it('contains no other video', async () => {
    const source = createSampleSource({ directory })
    expect(await source.resolve('../sample', signal)).toEqual({ ok: false, code: 'not_found' })
  })

  it('reads any bytes of a rendition', async () => {
    const video = await resolveSample()
    const bytes = asFile(await createSampleSource({ directory }).openRendition(video.renditions[0]!, signal))
    expect(bytes.sizeBytes).toBe(11)
    expect(Buffer.from(await bytes.read(6, 11)).toString()).toBe('world')
    expect(await bytes.read(11, 11)).toHaveLength(0)
    await expect(bytes.read(6, 12)).rejects.toThrow(RangeError)
    await truncate(join(directory, 'sample-360p.mp4'), 7)
    await expect(bytes.read(6, 11)).rejects.toMatchObject({ code: 'source_failed' })
  })

  it('opens only its own files', async () => {
    const source = createSampleSource({ directory })
    const [rendition] = (await resolveSample()).renditions
    for (const address of ['sample.json', '../sample-360p.mp4', '/etc/passwd', 'poster.jpg', '']) {
      await expect(source.openRendition({ ...rendition!, address }, signal)).rejects.toMatchObject({
        code: 'source_failed',
      })
    }
    for (const address of ['sample.json', '../poster.jpg', '/etc/passwd', 'sample-360p.mp4']) {
      await expect(source.fetchImage(address, signal)).rejects.toMatchObject({ code: 'source_failed' })
    }
  })

  it('serves its poster and its filmstrip', async () => {
    const video = await resolveSample()
    const poster = await createSampleSource({ directory }).fetchImage(video.thumbnailAddress!, signal)
    expect([poster.mediaType, Buffer.from(poster.bytes).toString()]).toEqual(['image/jpeg', 'poster'])
    const timeline = await createSampleSource({ directory }).fetchImage(video.filmstrip!.sheetAddresses[0]!, signal)
    expect(Buffer.from(timeline.bytes).toString()).toBe('timeline')
  })

  it('serves its waveform', async () => {
    const source = createSampleSource({ directory })
    const { waveform } = await resolveSample()
    expect(waveform).toEqual({ peaksPerSecond: 25, address: 'waveform.json' })
    expect((await source.readWaveform?.('waveform.json', signal))?.peaks).toEqual([0, 50, 100])
    await expect(source.readWaveform?.('sample.json', signal)).rejects.toMatchObject({ code: 'source_failed' })
    await expect(source.readWaveform?.('/etc/passwd', signal)).rejects.toMatchObject({ code: 'source_failed' })
  })

  it('names no file outside its folder, whatever the manifest says', async () => {
    await writeFile(join(directory, 'sample.json'), JSON.stringify({ ...MANIFEST, poster: { file: '../poster.jpg' } }))
    await expect(createSampleSource({ directory }).fetchImage('../poster.jpg', signal)).rejects.toThrow()
  })

  it('ships with the server, in three sizes that can be read', async () => {
    const shippedSource = createSampleSource()
    const video = await resolveSample(shippedSource)
    expect(video.renditions.map(({ height }) => height)).toEqual([360, 720, 1080])
    for (const rendition of video.renditions) {
      const bytes = asFile(await shippedSource.openRendition(rendition, signal))
      expect(bytes.sizeBytes).toBe(rendition.sizeBytes)
      expect(Buffer.from((await bytes.read(0, 8)).subarray(4)).toString()).toBe('ftyp')
    }
    expect((await shippedSource.fetchImage(video.thumbnailAddress!, signal)).bytes.subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    )
  })
})
