import { Session } from 'node:inspector/promises'
import { CutterError } from '../../../src/api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../../../src/bitstream/aac/audio-specific-config.ts'
import { av1Configuration } from '../../../src/bitstream/av1/av1-configuration.ts'
import { readTemporalUnit } from '../../../src/bitstream/av1/temporal-unit.ts'
import { parameterSetId, parseAvcConfiguration } from '../../../src/bitstream/h264/avc-configuration.ts'
import { frameStart } from '../../../src/bitstream/h264/frame-start.ts'
import { parameterSetsIn, splitByteStream } from '../../../src/bitstream/h264/nal-units.ts'
import { codedFrame, sliceCodingOf } from '../../../src/bitstream/h264/slice-coding.ts'
import { vp9Frames } from '../../../src/bitstream/vp9/frame-headers.ts'
import { parsePlaylist } from '../../../src/demux/hls/parse-playlist.ts'
import { openMedia } from '../../../src/open-media.ts'
import { planCut } from '../../../src/plan-cut.ts'
import { readTextTrack } from '../../../src/preview/text-track.ts'
import { bytesAsSource } from '../counting-file.ts'
import { seededRandom } from '../seeded-random.ts'
import { asItIs, asMp3 } from '../stamped-source.ts'

/** Asking V8 what ran takes longer than most inputs: they are asked about together. */
const BATCH = 25
const SLOW_MILLISECONDS = 5000

/** Feeds mutations of seeds to the readers; what reaches new code is mutated further. */
export async function fuzz(
  seeds: Record<string, Buffer[]>,
  limits: { seed: number; milliseconds: number; inputs: number },
) {
  const random = seededRandom(limits.seed)
  const coverage = new CoverageFeedback('packages/cutter/src')
  const names = Object.keys(FUZZ_TARGETS)
  /** Each with the bytes that did it. */
  const faults: { target: string; fault: string; base64: string }[] = []
  const report = { inputs: 0, blocks: 0, faults }
  const run = async (target: string, bytes: Buffer) => {
    const began = process.cpuUsage()
    const fault = await faultOf(FUZZ_TARGETS[target]!, bytes)
    // Of its own: other programs may have the machine in the meantime.
    const { user, system } = process.cpuUsage(began)
    const took = (user + system) / 1000
    report.inputs += 1
    if (fault !== null || took > SLOW_MILLISECONDS) {
      const description = fault instanceof Error ? `${fault.stack}` : `${fault ?? `it took ${took} ms`}`
      report.faults.push({ target, fault: description, base64: bytes.toString('base64') })
    }
  }
  await coverage.start()
  try {
    const pools = new Map(names.map((name) => [name, [...seeds[name]!]]))
    for (const [name, pool] of pools) {
      for (const bytes of pool) await run(name, bytes)
    }
    await coverage.newBlocks()
    const end = performance.now() + limits.milliseconds
    while (report.inputs < limits.inputs && performance.now() < end && report.faults.length === 0) {
      const name = names[Math.floor(random() * names.length)]!
      const pool = pools.get(name)!
      const batch = Array.from({ length: BATCH }, () =>
        mutated(pool[Math.floor(random() * pool.length)]!, pool, random),
      )
      for (const bytes of batch) await run(name, bytes)
      if ((await coverage.newBlocks()) > 0) pool.push(...batch)
    }
    report.blocks = coverage.blocks
  } finally {
    await coverage.stop()
  }
  return report
}

const MOST_INDEX_BYTES = 20_000_000

/** What reads the bytes of strangers: each may throw a CutterError, and nothing else. */
const FUZZ_TARGETS: Record<string, (bytes: Buffer) => unknown> = {
  async media(bytes) {
    const source = bytesAsSource(bytes)
    const media = await openMedia({ video: source, audio: source }, { mostIndexBytes: MOST_INDEX_BYTES })
    for (const index of media.texts.keys()) await unlessTyped(() => readTextTrack(media, index))
    for (const audioTrack of media.facts.audioTracks?.keys() ?? []) {
      await unlessTyped(() => openMedia({ video: null, audio: source }, { audioTrack }))
    }
    return planCut(media, { startTime: 0.1, endTime: 0.4 }, media.video ? asItIs : asMp3)
  },
  playlist: (bytes) => parsePlaylist(bytes.toString('latin1'), 'https://site.test/a/index.m3u8'),
  async codecs(bytes) {
    for (const lengthBytes of [1, 2, 4]) {
      frameStart(bytes, lengthBytes)
      parameterSetsIn(bytes, lengthBytes)
      codedFrame(bytes, lengthBytes, { frameNumberBits: 4, areGapsAllowed: false, areFramesOnly: false })
    }
    sliceCodingOf(bytes)
    parameterSetId(bytes)
    splitByteStream(bytes)
    parseAudioSpecificConfig(bytes)
    for (const read of [parseAvcConfiguration, readTemporalUnit, av1Configuration, vp9Frames]) {
      await unlessTyped(() => read(bytes))
    }
  },
}

async function unlessTyped(read: () => unknown): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
  }
}

/** What a target threw that it must not; null for none. */
async function faultOf(target: (bytes: Buffer) => unknown, bytes: Buffer): Promise<unknown> {
  try {
    await target(bytes)
    return null
  } catch (error) {
    return error instanceof CutterError ? null : (error ?? new Error('It threw nothing.'))
  }
}

/** Numbers that readers trip over. */
const CRUEL = [0, 1, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

/** Another form of some bytes: a few of them changed, doubled, taken away, or taken from others. */
function mutated(bytes: Buffer, others: readonly Buffer[], random: () => number): Buffer {
  let changed: Buffer = Buffer.from(bytes)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let count = 1 + below(4); count > 0 && changed.length > 8; count--) {
    const at = below(changed.length - 4)
    const length = 1 + below(Math.min(64, changed.length - at))
    const rest = changed.subarray(at + length)
    switch (below(7)) {
      case 0:
        changed[at]! ^= 1 << below(8)
        break
      case 1:
        changed[at] = below(256)
        break
      case 2:
        changed.writeUInt32BE(CRUEL[below(CRUEL.length)]!, at)
        break
      case 3:
        changed = Buffer.concat([changed.subarray(0, at), rest])
        break
      case 4:
        changed = Buffer.concat([changed.subarray(0, at + length), changed.subarray(at)])
        break
      case 5: {
        const other = others[below(others.length)]!
        const from = below(other.length)
        changed = Buffer.concat([changed.subarray(0, at), other.subarray(from, from + length), rest])
        break
      }
      default:
        changed = below(4) === 0 ? changed.subarray(0, at) : changed
    }
  }
  return changed
}

/** Tells which blocks of our own code ran for the first time, by V8's own counters. */
class CoverageFeedback {
  readonly #session = new Session()
  readonly #seen = new Set<string>()
  readonly #folder: string

  /** @param folder a part of the path of the code to measure */
  constructor(folder: string) {
    this.#folder = folder
  }

  get blocks(): number {
    return this.#seen.size
  }

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** How many blocks ran since the last time that never did before. */
  async newBlocks(): Promise<number> {
    const before = this.#seen.size
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      if (url.includes(this.#folder) && !url.includes('/tests/')) {
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count > 0) this.#seen.add(`${url} ${startOffset} ${endOffset}`)
          }
        }
      }
    }
    return this.#seen.size - before
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}
