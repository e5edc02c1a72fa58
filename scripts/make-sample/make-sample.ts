import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codecStrings } from '@kerf/stamped-media/codec-strings'
import { startSoundEncoding } from '@kerf/stamped-media/encode-sound'
import { writeContainer } from '@kerf/stamped-media/write-container'
import type { Frame } from 'node-av/lib'
import { composeSound } from './compose-sound.ts'
import { decodePng } from './decode-png.ts'
import { startFilmEncoding } from './encode-film.ts'
import { durationSeconds, frameCount, framesPerSecond, title } from './film.ts'
import type { Mix } from './instruments.ts'
import { openPainter } from './open-painter.ts'
import { shareFrames } from './share-frames.ts'
import { soundWaveform, waveformFile } from './sound-waveform.ts'

/**
 * Makes the built-in sample video: paints it in a headless browser, composes its sound, and writes the finished files
 * to apps/server/sample. Takes some minutes; run it by hand after a change:
 * `node scripts/make-sample/make-sample.ts`
 */
const directory = join(import.meta.dirname, '../../apps/server/sample')

const renditions = [
  { name: 'sample-360p', width: 640, height: 360, rateFactor: 26 },
  { name: 'sample-720p', width: 1280, height: 720, rateFactor: 29 },
  { name: 'sample-1080p', width: 1920, height: 1080, rateFactor: 31 },
] as const

/** Four seconds in the boat is well clear of the cape and the sun. */
const poster = { file: 'sample.jpg', width: 1280, height: 720, frameNumber: 4 * framesPerSecond }
const filmstrip = { file: 'sample-filmstrip.jpg', columns: 10, rows: 6, frameWidth: 208, frameHeight: 117 }

const workshop = await mkdtemp(join(tmpdir(), 'kerf-make-sample-'))
const sound = composeSound()
const painter = await openPainter()
try {
  const { frameNumber, width, height } = poster
  await writeFile(join(workshop, poster.file), await painter.paintPoster(frameNumber, width, height))
  const waveform = soundWaveform(sound)
  await writeFile(join(workshop, waveformFile), `${JSON.stringify(waveform)}\n`)
  const { columns, frameWidth, frameHeight } = filmstrip
  await writeFile(join(workshop, filmstrip.file), await painter.paintFilmstrip(columns, frameWidth, frameHeight))
  const paint = async (number: number) => decodePng(await painter.paintFrame(number))
  const filmReaders = shareFrames(paint, frameCount, renditions.length)
  const made = await Promise.all(
    renditions.map((rendition, index) => makeRendition(rendition, filmReaders[index]!, sound)),
  )
  const facts = {
    title,
    durationSeconds,
    frameCount,
    poster: { file: poster.file, width, height },
    filmstrip: { ...filmstrip, secondsPerFrame: 1 },
    waveform: { file: waveformFile, peaksPerSecond: waveform.peaksPerSecond },
    renditions: made,
  }
  await writeFile(join(workshop, 'sample.json'), `${JSON.stringify(facts, null, 2)}\n`)
  await cp(workshop, directory, { recursive: true })
} finally {
  await painter.close()
  await rm(workshop, { recursive: true })
}

async function makeRendition(
  { name, width, height, rateFactor }: (typeof renditions)[number],
  paintedFrames: AsyncIterable<Frame>,
  { left, right, sampleRate }: Mix,
) {
  const file = `${name}.mp4`
  const path = join(workshop, file)
  const pictures = await startFilmEncoding({ width, height, rateFactor, paintedFrames })
  const music = await startSoundEncoding({
    codec: 'aac',
    samples: left.length,
    sampleRate,
    channels: 2,
    bitrate: 128_000,
    sampleAt: (index, channel) => (channel === 0 ? left : right)[index] ?? 0,
  })
  await writeContainer({ path, format: 'mp4', options: { movflags: '+faststart' } }, [pictures, music])
  const { size: sizeBytes } = await stat(path)
  const [videoCodec, audioCodec] = await codecStrings(path)
  console.log(`${file}: ${sizeBytes} bytes`)
  return {
    file,
    width,
    height,
    frameRate: framesPerSecond,
    bitrate: Math.round((sizeBytes * 8) / durationSeconds),
    sizeBytes,
    videoCodec,
    audioCodec,
  }
}
