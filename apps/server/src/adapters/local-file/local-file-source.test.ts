import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from '@kerf/cutter'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { MediaEngine } from '../../ports/media.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createLocalFileSource } from './local-file-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const recipe = { width: 64, height: 64, frameRate: [25, 1], frames: 25, gopFrames: 25, bFrames: 0 } as const
const { videoPath } = await makeStampedMedia(
  { ...recipe, video: 'h264', audio: null, layout: 'plain' },
  directory,
  'talk',
)

const engine: Pick<MediaEngine, 'inspect' | 'readPreview'> = {
  inspect: async (parts) => ({
    ...(await open(parts)).facts,
    cheapWaveform: null,
    textTracks: [{ codec: 'mov_text', language: 'de', name: null }],
  }),
  readPreview: async ({ spec, filePath }) =>
    writeFile(filePath, JSON.stringify([{ startTime: 0, endTime: 1, text: JSON.stringify(spec) }])),
}

describe('captions of a local file', () => {
  it('are its text tracks and the files beside it', async () => {
    await writeFile(join(directory, 'talk.srt'), '1\n00:00:00,100 --> 00:00:00,900\nHello\n')
    await mkdir(join(directory, 'talk.vtt'))
    const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
    const source = createLocalFileSource({ engine, files, clock: { now: () => new Date() } })
    const resolution = await source.resolve(videoPath!, signal)
    if (!resolution.ok) throw new Error(resolution.code)
    expect(resolution.video.captions!.map(({ id, label }) => [id, label])).toEqual([
      ['track-1', 'German'],
      ['srt', 'talk.srt'],
    ])
    const readCaptionsAt = (index: number) =>
      source.readCaptions!(resolution.video, resolution.video.captions![index]!, signal)
    expect((await readCaptionsAt(0)).cues[0]!.text).toBe('{"kind":"captions","track":0}')
    expect(await readCaptionsAt(1)).toEqual({
      language: 'und',
      cues: [{ startTime: 0.1, endTime: 0.9, text: 'Hello' }],
    })
  })
})
