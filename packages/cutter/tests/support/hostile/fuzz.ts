import { seededRandom } from '../seeded-random.ts'
import { CoverageFeedback } from './coverage-feedback.ts'
import { FUZZ_TARGETS, faultOf } from './fuzz-targets.ts'
import { mutated } from './mutations.ts'

export interface FuzzReport {
  inputs: number
  blocks: number
  /** Each with the bytes that did it. */
  faults: { target: string; fault: string; base64: string }[]
}

/** Asking V8 what ran takes longer than most inputs: they are asked about together. */
const BATCH = 25
const SLOW_MILLISECONDS = 5000

/** Feeds mutations of seeds to the readers; what reaches new code is mutated further. */
export async function fuzz(
  seeds: Record<string, Buffer[]>,
  limits: { seed: number; milliseconds: number; inputs: number },
): Promise<FuzzReport> {
  const random = seededRandom(limits.seed)
  const coverage = new CoverageFeedback('packages/cutter/src')
  const names = Object.keys(FUZZ_TARGETS)
  const report: FuzzReport = { inputs: 0, blocks: 0, faults: [] }
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
