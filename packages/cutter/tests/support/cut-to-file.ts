import type { CutReceipt } from '../../src/api/receipt.ts'
import { type CutClipOptions, cutClip } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import type { CutPlan } from '../../src/plan-cut.ts'

export function cutToFile(plan: CutPlan, path: string, options?: CutClipOptions): Promise<CutReceipt> {
  return cutClip(plan, fileSink(path), options)
}
