import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClipSpec } from '@kerf/cutter'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { CACHE_PATH, FRAME_RATE, GOP_SECONDS } from './bench-sources.ts'
import type { CutTask } from './cut-method.ts'
import { describeMachine, median } from './figures.ts'
import { judgeClip } from './judge-clip.ts'
import { kerfMethod } from './kerf-methods.ts'
import { startMediaServer } from './media-server.ts'
import { rivalMethods } from './rival-methods.ts'

const CLIP_SECONDS = 10
const SOURCE_SECONDS = 20
const CODECS = ['av1', 'vp9'] as const
const AS_ORIGINAL = 'as it is, in an MP4'
const AS_H264 = 'as H.264'
/** Goals: maximum time of a clip in the source's codec, as a share of the time of the other methods. */
const GOALS = [
  [AS_H264, 0.2],
  ['yt-dlp --force-keyframes-at-cuts', 0.35],
] as const

/** Cuts ten seconds of 2160p30 with each method in turn, from starts spread over a GOP. Prints times and ratios. */
export async function compareUhd(cuts: number): Promise<void> {
  console.log(describeMachine())
  for (const codec of CODECS) await compareCodec(codec, cuts)
}

async function compareCodec(codec: (typeof CODECS)[number], cuts: number): Promise<void> {
  const videoPath = await uhdSource(codec)
  const media = await startMediaServer([{ seconds: SOURCE_SECONDS, videoPath, audioPath: null }])
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-uhd-'))
  const kerf = kerfMethod('Kerf', 'warm')
  const sourceCodec: ClipSpec = { kind: 'original', container: 'mp4' }
  const rivals = (await rivalMethods()).filter(({ role }) => role === 'yardstick')
  const ways = [
    { name: AS_ORIGINAL, method: kerf, request: sourceCodec },
    { name: AS_H264, method: kerf, request: { kind: 'video', height: null } satisfies ClipSpec },
    ...rivals.map((method) => ({ name: method.name, method, request: undefined })),
  ]
  const wallSecondsByName = new Map<string, number[]>(ways.map(({ name }) => [name, []]))
  try {
    console.log(`\n${codec}`)
    for (let cut = 0; cut < cuts; cut++) {
      const startTime = Math.round((0.5 + ((cut + 0.5) / cuts) * GOP_SECONDS) * 1000) / 1000
      for (const { name, method, request } of ways) {
        const output = join(folder, 'clip.mp4')
        const videoUrl = media.urlOf(videoPath)
        const endTime = startTime + CLIP_SECONDS
        const task: CutTask = { videoUrl, audioUrl: null, singleUrl: videoUrl, startTime, endTime, output }
        await method.prepare?.({ ...task, endTime: startTime + 0.1 })
        const begin = performance.now()
        const { cpuSeconds } = await method.cut({ ...task, ...(request && { request }) })
        const wall = (performance.now() - begin) / 1000
        wallSecondsByName.get(name)!.push(wall)
        const { wrong, duplicated, missing, hidden } = await judgeClip(output, startTime, endTime)
        const faults = `${wrong} wrong, ${duplicated} doubled, ${missing} missing, ${hidden} hidden`
        console.log(`from ${startTime} s, ${name}: ${wall.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s; ${faults}`)
        await rm(output)
      }
    }
    for (const [name, maxRatio] of GOALS) {
      const otherWalls = wallSecondsByName.get(name) ?? []
      if (otherWalls.length === 0) continue
      const ratios = wallSecondsByName.get(AS_ORIGINAL)!.map((wall, cut) => wall / otherWalls[cut]!)
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
      console.log(`${AS_ORIGINAL} / ${name}: ${median(ratios).toFixed(2)} (${spread}), goal <= ${maxRatio}`)
    }
  } finally {
    kerf.close?.()
    media.close()
    await rm(folder, { recursive: true })
  }
}

/** Path of the source, made once and cached. */
async function uhdSource(codec: (typeof CODECS)[number]): Promise<string> {
  const folder = join(CACHE_PATH, `uhd-${codec}`)
  const path = join(folder, 'source.mp4')
  if (existsSync(path)) return path
  console.error(`Encoding ${SOURCE_SECONDS} s of 2160p ${codec}, which takes minutes ...`)
  await mkdir(CACHE_PATH, { recursive: true })
  const draft = await mkdtemp(join(CACHE_PATH, 'draft-'))
  const frames = { frames: SOURCE_SECONDS * FRAME_RATE, gopFrames: GOP_SECONDS * FRAME_RATE, videoBitrate: 12_000_000 }
  await makeStampedMedia(smallRecipe({ width: 3840, height: 2160, ...frames, video: codec }), draft, 'source')
  await rename(draft, folder)
  return path
}
