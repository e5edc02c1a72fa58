import { Session } from 'node:inspector/promises'
import { CutterError } from '../../../src/api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../../../src/bitstream/aac/audio-specific-config.ts'
import { av1Configuration } from '../../../src/bitstream/av1/av1-configuration.ts'
import { readTemporalUnit } from '../../../src/bitstream/av1/temporal-unit.ts'
import { parameterSetId, parseAvcConfiguration } from '../../../src/bitstream/h264/avc-configuration.ts'
import { readFrameStart } from '../../../src/bitstream/h264/frame-start.ts'
import { parameterSetsIn, splitByteStream } from '../../../src/bitstream/h264/nal-units.ts'
import { readCodedFrame, sliceCodingOf } from '../../../src/bitstream/h264/slice-coding.ts'
import { vp9Frames } from '../../../src/bitstream/vp9/frame-headers.ts'
import { parsePlaylist } from '../../../src/demux/hls/parse-playlist.ts'
import { planCut } from '../../../src/plan-cut.ts'
import { readTextTrack } from '../../../src/preview/text-track.ts'
import { bytesAsSource } from '../counting-file.ts'
import { openMedia } from '../open-media.ts'
import { seededRandom } from '../seeded-random.ts'
import { mp3Request, unscaledRequest } from '../stamped-source.ts'

/** Number of inputs per query of V8's coverage: a query takes longer than most inputs. */
const BATCH_INPUTS = 25
const SLOW_CASE_CPU_MILLISECONDS = 5000

/** Feeds mutated seeds to the readers. Batches that reach new code become seeds too. */
export async function fuzz(
  seeds: Record<string, Buffer[]>,
  limits: { seed: number; milliseconds: number; inputs: number },
) {
  const random = seededRandom(limits.seed)
  const coverage = new CoverageFeedback('packages/cutter/src')
  const names = Object.keys(FUZZ_TARGETS)
  /** Each fault, with the input that caused it. */
  const faults: { target: string; fault: string; base64: string }[] = []
  const report = { inputs: 0, blocks: 0, faults }
  const run = async (target: string, bytes: Buffer) => {
    const startUsage = process.cpuUsage()
    const fault = await faultOf(FUZZ_TARGETS[target]!, bytes)
    // CPU time of this process: other programs may use the processor meanwhile.
    const { user, system } = process.cpuUsage(startUsage)
    const cpuMilliseconds = (user + system) / 1000
    report.inputs += 1
    if (fault !== null || cpuMilliseconds > SLOW_CASE_CPU_MILLISECONDS) {
      const description = fault instanceof Error ? `${fault.stack}` : `${fault ?? `it took ${cpuMilliseconds} ms`}`
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
      const batch = Array.from({ length: BATCH_INPUTS }, () =>
        mutate(pool[Math.floor(random() * pool.length)]!, pool, random),
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

const MAX_INDEX_BYTES = 20_000_000

/** Readers of untrusted bytes. Each may throw a CutterError, and nothing else. */
const FUZZ_TARGETS: Record<string, (bytes: Buffer) => unknown> = {
  async media(bytes) {
    const source = bytesAsSource(bytes)
    const media = await openMedia({ video: source, audio: source }, { maxIndexBytes: MAX_INDEX_BYTES })
    for (const index of media.texts.keys()) await ignoreTypedErrors(() => readTextTrack(media, index))
    for (const audioTrack of media.facts.audioTracks?.keys() ?? []) {
      await ignoreTypedErrors(() => openMedia({ video: null, audio: source }, { audioTrack }))
    }
    return planCut(media, { startTime: 0.1, endTime: 0.4 }, media.video ? unscaledRequest : mp3Request)
  },
  playlist: (bytes) => parsePlaylist(bytes.toString('latin1'), 'https://site.test/a/index.m3u8'),
  async codecs(bytes) {
    for (const lengthBytes of [1, 2, 4]) {
      readFrameStart(bytes, lengthBytes)
      parameterSetsIn(bytes, lengthBytes)
      readCodedFrame(bytes, lengthBytes, {
        frameNumberBits: 4,
        orderBits: 0,
        areGapsAllowed: false,
        areFramesOnly: false,
      })
    }
    sliceCodingOf(bytes)
    parameterSetId(bytes)
    splitByteStream(bytes)
    parseAudioSpecificConfig(bytes)
    for (const read of [parseAvcConfiguration, readTemporalUnit, av1Configuration, vp9Frames]) {
      await ignoreTypedErrors(() => read(bytes))
    }
  },
}

async function ignoreTypedErrors(read: () => unknown): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
  }
}

/** The error that a target threw and must not throw, or null without one. */
async function faultOf(target: (bytes: Buffer) => unknown, bytes: Buffer): Promise<unknown> {
  try {
    await target(bytes)
    return null
  } catch (error) {
    return error instanceof CutterError ? null : (error ?? new Error('It threw nothing.'))
  }
}

/** Numbers at the limits of common sizes and signs, where readers tend to fail. */
const EXTREME_NUMBERS = [
  0, 1, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
]

/** Copies bytes and changes a few: flips, overwrites, removes, doubles or replaces some, or cuts off the end. */
function mutate(bytes: Buffer, donors: readonly Buffer[], random: () => number): Buffer {
  let mutant: Buffer = Buffer.from(bytes)
  const randomBelow = (limit: number) => Math.floor(random() * limit)
  for (let count = 1 + randomBelow(4); count > 0 && mutant.length > 8; count--) {
    const at = randomBelow(mutant.length - 4)
    const length = 1 + randomBelow(Math.min(64, mutant.length - at))
    const tail = mutant.subarray(at + length)
    switch (randomBelow(7)) {
      case 0:
        mutant[at]! ^= 1 << randomBelow(8)
        break
      case 1:
        mutant[at] = randomBelow(256)
        break
      case 2:
        mutant.writeUInt32BE(EXTREME_NUMBERS[randomBelow(EXTREME_NUMBERS.length)]!, at)
        break
      case 3:
        mutant = Buffer.concat([mutant.subarray(0, at), tail])
        break
      case 4:
        mutant = Buffer.concat([mutant.subarray(0, at + length), mutant.subarray(at)])
        break
      case 5: {
        const donor = donors[randomBelow(donors.length)]!
        const from = randomBelow(donor.length)
        mutant = Buffer.concat([mutant.subarray(0, at), donor.subarray(from, from + length), tail])
        break
      }
      default:
        mutant = randomBelow(4) === 0 ? mutant.subarray(0, at) : mutant
    }
  }
  return mutant
}

/** Counts the blocks of our own code that have run, from V8's coverage. */
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

  /** Number of blocks that ran for the first time since the last call. */
  async newBlocks(): Promise<number> {
    const previousCount = this.#seen.size
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
    return this.#seen.size - previousCount
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}
