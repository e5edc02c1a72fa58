import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CutAnswer, Method } from './cut-task.ts'
import type { KerfTask } from './kerf-cutter.ts'

const MAIN = join(import.meta.dirname, 'kerf-cutter.ts')

interface Cutter {
  process: ChildProcess
  startCpuSeconds: number
}

async function startCutter(): Promise<Cutter> {
  const child = fork(MAIN)
  const [{ readyAfterCpuSeconds }] = (await once(child, 'message')) as [{ readyAfterCpuSeconds: number }]
  return { process: child, startCpuSeconds: readyAfterCpuSeconds }
}

async function order(cutter: Cutter, task: KerfTask): Promise<CutAnswer> {
  cutter.process.send(task)
  const [answer] = (await once(cutter.process, 'message')) as [CutAnswer | { failure: string }]
  if ('failure' in answer) throw new Error(answer.failure)
  return answer
}

/** Kerf with the index of the source already read, as it is for the second clip of a video, made as large as people are told. */
export function warmKerf(name: string): Method {
  let cutter: Cutter | null = null
  const known = new Set<string>()
  return {
    name,
    available: async () => true,
    async prepare(task) {
      cutter ??= await startCutter()
      if (known.has(task.videoUrl)) return
      known.add(task.videoUrl)
      await order(cutter, { ...task, isRemembered: true })
    },
    async cut(task) {
      if (!cutter) throw new Error('It is prepared before it cuts.')
      return order(cutter, task)
    },
    close: () => cutter?.process.disconnect(),
  }
}

/** Kerf with nothing known: index and clip, in a process that has just started, as the server keeps one ready. */
export function coldKerf(name: string): Method {
  let cutter: Cutter | null = null
  return {
    name,
    available: async () => true,
    async prepare() {
      cutter?.process.disconnect()
      cutter = await startCutter()
    },
    async cut(task) {
      if (!cutter) throw new Error('It is prepared before it cuts.')
      return order(cutter, task)
    },
    close: () => cutter?.process.disconnect(),
  }
}

/** What a process takes until it can be given a cut; outside of all other metrics. */
export async function kerfStartCpuSeconds(): Promise<number> {
  const { process: child, startCpuSeconds } = await startCutter()
  child.disconnect()
  return startCpuSeconds
}
