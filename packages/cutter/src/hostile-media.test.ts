import { existsSync } from 'node:fs'
import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteSource } from './byte-source.ts'
import { CutterError } from './cutter-error.ts'
import { openMedia } from './open-media.ts'
import { planCut } from './plan-cut.ts'
import { probeClip } from './probe-clip.ts'
import { cutToFile } from './testing/cut-to-file.ts'
import { type HostileFile, hostileMedia } from './testing/hostile-media.ts'
import { StampedWorkshop } from './testing/stamped-source.ts'

/** Of a case, on a machine that does other things too. None of them takes a second by itself. */
const LONGEST_MILLISECONDS = 20_000
const MOST_INDEX_BYTES = 40_000_000
const range = { startSeconds: 0.4, endSeconds: 1.4 }

let workshop: StampedWorkshop
let hostile: Map<string, HostileFile[]>

beforeAll(async () => {
  Log.setLevel(AV_LOG_FATAL)
  workshop = await StampedWorkshop.open()
  hostile = await hostileMedia(workshop)
})

afterAll(() => workshop.close())

async function endingOf(open: () => ByteSource): Promise<unknown> {
  const path = workshop.clipPath()
  const signal = AbortSignal.timeout(LONGEST_MILLISECONDS)
  try {
    const source = open()
    const media = await openMedia({ video: source, audio: source }, { mostIndexBytes: MOST_INDEX_BYTES, signal })
    const plan = await planCut(
      media,
      range,
      media.video ? { kind: 'video', height: null } : { kind: 'mp3', bitrate: 320_000 },
      { signal },
    )
    await cutToFile(plan, path, { signal })
    await probeClip(path)
    return 'clip'
  } catch (error) {
    expect(existsSync(path)).toBe(false)
    return error instanceof CutterError ? error.code : error
  }
}

describe('a cruel file', () => {
  it.each(['mp4', 'matroska', 'transport', 'playlists', 'others'])(
    'ends as a typed error, or as a clip where it does not matter: %s',
    async (kind) => {
      const wrong: string[] = []
      for (const { name, open, endings } of hostile.get(kind)!) {
        const began = performance.now()
        const ending = await endingOf(open)
        const took = performance.now() - began
        if (process.env.CUTTER_TELL) console.log(`${Math.round(took)} ms ${name}: ${ending}`)
        if (!endings.some((allowed) => allowed === ending) || took > LONGEST_MILLISECONDS) {
          wrong.push(`${name}: ${ending instanceof Error ? ending.stack : ending}, ${Math.round(took)} ms`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('comes in more than 90 kinds, each by a name of its own', () => {
    const names = [...hostile.values()].flat().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(90)
  })
})
