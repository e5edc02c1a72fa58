import type { CutReceipt } from '../api/receipt.ts'
import { type CutClipOptions, cutClip } from '../cut-clip.ts'
import { fileSink } from '../file-sink.ts'
import type { CutPlan } from '../plan-cut.ts'

export function cutToFile(plan: CutPlan, path: string, options?: CutClipOptions): Promise<CutReceipt> {
  return cutClip(plan, fileSink(path), options)
}
