import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cut, fileSink, fileSource, open, plan } from '@kerf/cutter'
import type { BrowserEngine } from '../../packages/cutter/tests/support/browser-engine.ts'
import type { DeviceCalls } from './device-worker.ts'
import { type DeviceTask, keyframeCut, smartCut } from './lossless-cut.ts'
import { runTimed } from './rival-methods.ts'

export interface DeviceMethod {
  name: string
  /** Writes the clip. @returns milliseconds of the cut, with the opening of the file */
  cut(task: DeviceTask): Promise<number>
}

const KERF = join(import.meta.dirname, '../../apps/cli/src/main.ts')
export const IN_PAGE = 'Kerf in the page'
export const IN_NODE = 'Kerf in Node, in a running process'
export const COMMAND_LINE = 'kerf, the command line'

/** Methods of cutting a local file. Chosen files of the page are those of the tasks. */
export function deviceMethods(engine: BrowserEngine<DeviceCalls>): DeviceMethod[] {
  const inPage = (name: 'kerf' | 'mediabunny') => async (task: DeviceTask) => {
    await engine.choose(task.path)
    const { startTime, endTime } = task
    const { milliseconds, base64 } = await engine.call(name, { startTime, endTime })
    await writeFile(task.output, Buffer.from(base64, 'base64'))
    return milliseconds
  }
  const timed = (work: (task: DeviceTask) => Promise<unknown>) => async (task: DeviceTask) => {
    const begin = performance.now()
    await work(task)
    return performance.now() - begin
  }
  return [
    { name: IN_PAGE, cut: inPage('kerf') },
    { name: 'mediabunny in the page (Conversion with trim)', cut: inPage('mediabunny') },
    { name: COMMAND_LINE, cut: timed(commandLine) },
    { name: IN_NODE, cut: timed(inNode) },
    { name: "LosslessCut's keyframe cut", cut: timed(keyframeCut) },
    { name: "LosslessCut's smart cut", cut: timed(smartCut) },
  ]
}

function commandLine({ path, startTime, endTime, output }: DeviceTask): Promise<unknown> {
  const range = ['--from', startTime.toFixed(3), '--to', endTime.toFixed(3)]
  return runTimed(process.execPath, [KERF, 'cut', path, ...range, '-o', output])
}

async function inNode({ path, startTime, endTime, output }: DeviceTask): Promise<void> {
  const file = await fileSource(path)
  const media = await open(file)
  await cut(await plan(media, { startTime, endTime }, { kind: 'video', height: null }), fileSink(output))
  await file.close()
}
