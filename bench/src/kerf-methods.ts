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
 * Kerf in a process that is already running, as on the server. `cold` starts a new process for each clip, without any
 * index. Other roles read the index of the source before, as for the second clip of a video.
 */
export function kerfMethod(name: string, role: 'warm' | 'keyframe' | 'cold'): Method {
  let cutter: ChildProcess | null = null
  const indexedUrls = new Set<string>()
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
      if (role === 'cold' || indexedUrls.has(task.videoUrl)) return
      indexedUrls.add(task.videoUrl)
      await cut(task)
    },
    close: () => cutter?.disconnect(),
  }
}

/** CPU seconds of a process until it is ready. No other number includes them. */
export async function kerfStartCpuSeconds(): Promise<number> {
  const { cutter, startCpuSeconds } = await startCutter()
  cutter.disconnect()
  return startCpuSeconds
}
