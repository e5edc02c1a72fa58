import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CutAnswer, CutTask, Method } from './cut-method.ts'

async function startCutter(): Promise<{ cutter: ChildProcess; startCpuSeconds: number }> {
  const cutter = fork(join(import.meta.dirname, 'kerf-cutter.ts'))
  const [{ readyAfterCpuSeconds }] = (await once(cutter, 'message')) as [{ readyAfterCpuSeconds: number }]
  return { cutter, startCpuSeconds: readyAfterCpuSeconds }
}

/**
 * Kerf in a process that is already started, as the server keeps one ready. `cold` has a new one for each clip, which knows
 * nothing; the others have read the index of the source, as for the second clip of a video.
 */
export function kerfMethod(name: string, role: 'warm' | 'keyframe' | 'cold'): Method {
  let cutter: ChildProcess | null = null
  const known = new Set<string>()
  async function cut(task: CutTask): Promise<CutAnswer> {
    cutter!.send(task)
    const [answer] = (await once(cutter!, 'message')) as [CutAnswer | { failure: string }]
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }
  return {
    name,
    role,
    cut,
    async prepare(task) {
      if (role === 'cold') cutter?.disconnect()
      if (role === 'cold' || !cutter) cutter = (await startCutter()).cutter
      if (role === 'cold' || known.has(task.videoUrl)) return
      known.add(task.videoUrl)
      await cut(task)
    },
    close: () => cutter?.disconnect(),
  }
}

/** What a process takes until it can be given a cut; outside of all other figures. */
export async function kerfStartCpuSeconds(): Promise<number> {
  const { cutter, startCpuSeconds } = await startCutter()
  cutter.disconnect()
  return startCpuSeconds
}
