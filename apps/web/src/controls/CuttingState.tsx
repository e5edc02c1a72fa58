import type { Download } from '@kerf/contract/download'
import { processingWords, toolWords } from '#messages/clips/tool.ts'
import { useStalled } from '../browser/use-stalled.ts'

const words = toolWords.downloads

/**
 * Stage of a running cut, or its estimated time. A cut without progress shows that it is slow instead of an old
 * estimate.
 */
export function CuttingState({
  download: { stage, progress, position, etaSeconds },
}: {
  download: Pick<Download, 'stage' | 'progress' | 'position' | 'etaSeconds'>
}) {
  const isStalled = useStalled(`${stage} ${progress} ${etaSeconds}`)
  if (position !== null) return <span translate="no">{words.inLine(position, etaSeconds)}</span>
  if (isStalled) return <span>{processingWords.slow}</span>
  if (etaSeconds === null) return <span>{words.stages[stage]}</span>
  return <span translate="no">{words.secondsLeft(etaSeconds)}</span>
}
