import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makeYoutubeRenditions } from './make-youtube-renditions.ts'
import { readStamps } from './read-stamps.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const directory = temporaryDirectory()

it('every rendition up to the requested height has the same video', async () => {
  const renditions = await makeYoutubeRenditions(directory, { seconds: 2, upToHeight: 360 })

  expect(renditions.map(({ itag }) => itag)).toEqual([160, 133, 134, 140, 18, 251])
  for (const { itag, path, width, height, bitrate } of renditions) {
    const { frames, audio, ...reading } = await readStamps(path)
    expect({ itag, width: reading.width || undefined, height: reading.height || undefined }).toEqual({
      itag,
      width,
      height,
    })
    if (width) expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index))
    if (audio) expect(audio.channels[0]!.length / audio.sampleRate).toBe(2)
    expect(bitrate).toBe(((await stat(path)).size * 8) / 2)
  }
  expect(renditions.map(({ mime, codecs }) => `${mime}; codecs="${codecs}"`)).toEqual([
    'video/mp4; codecs="avc1.4d400c"',
    'video/mp4; codecs="avc1.4d4015"',
    'video/mp4; codecs="avc1.4d401e"',
    'audio/mp4; codecs="mp4a.40.2"',
    'video/mp4; codecs="avc1.42c01e, mp4a.40.2"',
    'audio/webm; codecs="opus"',
  ])
})
