import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { CutterError } from '../../../src/api/cutter-error.ts'
import type { Media } from '../../../src/demux/common/media.ts'
import { cut, probe } from '../../../src/index.ts'
import { fileSink } from '../../../src/io/node/files.ts'
import { planCut } from '../../../src/plan-cut.ts'
import { readTextTrack } from '../../../src/preview/text-track.ts'
import { openMedia } from '../open-media.ts'
import { mp3Request, type StampedWorkshop, unscaledRequest } from '../stamped-source.ts'
import type { HostileFile } from './cruel-file.ts'

/** Time limit of a case, for busy machines. On an idle machine, no case takes two seconds. */
const CASE_TIMEOUT_MILLISECONDS = 20_000
const MAX_INDEX_BYTES = 40_000_000
const RANGE = { startTime: 0.4, endTime: 1.4 }
/** Largest distance between decoded audio and the frame that it belongs to. */
const MAX_AUDIO_OFFSET_SECONDS = 0.001

/** Cuts a hostile file. Returns the code of the error, or the contents of the decoded clip. */
export async function endingOf({ open }: HostileFile, workshop: StampedWorkshop): Promise<string> {
  const paths = { video: workshop.clipPath(), audio: workshop.clipPath('mp3') }
  const signal = AbortSignal.timeout(CASE_TIMEOUT_MILLISECONDS)
  try {
    const source = open()
    const media = await openMedia({ video: source, audio: source }, { maxIndexBytes: MAX_INDEX_BYTES, signal })
    await readTexts(media, signal)
    const path = media.video ? paths.video : paths.audio
    const request = media.video ? unscaledRequest : mp3Request
    await cut(await planCut(media, RANGE, request, { signal }), fileSink(path), { signal })
    await probe(path)
    const clip = await readStamps(path).catch(() => null)
    return clip ? describeClip(clip) : 'a clip with the damage of its source'
  } catch (error) {
    const isFileLeft = Object.values(paths).some(existsSync)
    const ending = error instanceof CutterError ? error.code : String((error as Error)?.stack ?? error)
    return isFileLeft ? `${ending}, and it left a file` : ending
  }
}

/** Reads all text tracks. A text that is refused does not prevent a cut of the other tracks. */
async function readTexts(media: Media, signal: AbortSignal): Promise<void> {
  for (const index of media.texts.keys()) {
    await readTextTrack(media, index, { signal }).catch((error: unknown) => {
      if (!(error instanceof CutterError) || error.code === 'cancelled') throw error
    })
  }
}

/** Describes a clip, for instance `frames 12 to 41, 1.00 s of audio`. */
function describeClip({ frames, audio, hidden }: StampedReading): string {
  const runs: [number, number][] = []
  for (const { number } of frames) {
    const run = runs.at(-1)
    if (number === null) return 'a clip of frames that were never in its source'
    if (run?.[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  const parts = runs.map(([from, to]) => `frames ${from} to ${to}`)
  if (hidden.frames !== frames.length) parts.push(`${hidden.frames - frames.length} frames hidden`)
  if (audio) {
    const { channels, sampleRate } = audio
    parts.push(`${(channels[0]!.length / sampleRate).toFixed(2)} s of audio`)
    const [first] = runs[0] ?? []
    const offset = first === undefined ? 0 : audioOffsetSeconds(audio, first / 30)
    if (!(Math.abs(offset ?? Infinity) <= MAX_AUDIO_OFFSET_SECONDS)) {
      parts.push(`which is ${offset?.toFixed(3) ?? 'another'} off`)
    }
  }
  return parts.join(', ')
}

const ENDINGS_FILE = join(import.meta.dirname, 'hostile-endings.json')

/** The expected ending of each hostile file, by its name. */
export async function hostileEndings(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(ENDINGS_FILE, 'utf8'))
}

/** Cuts the files. Returns a line for each file with an unexpected ending, or that took too long. */
export async function checkEndings(workshop: StampedWorkshop, files: readonly HostileFile[]): Promise<string[]> {
  const expected = await hostileEndings()
  const failures: string[] = []
  for (const file of files) {
    const startMilliseconds = performance.now()
    const ending = await endingOf(file, workshop)
    const milliseconds = Math.round(performance.now() - startMilliseconds)
    if (process.env.CUTTER_TELL) console.log(`${milliseconds} ms ${file.name}: ${ending}`)
    if (ending !== expected[file.name] || milliseconds > CASE_TIMEOUT_MILLISECONDS) {
      failures.push(`${file.name}: ${ending} after ${milliseconds} ms, instead of ${expected[file.name]}`)
    }
  }
  return failures
}
