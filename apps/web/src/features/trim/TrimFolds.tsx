import { Fold } from '@kerf/ui/Fold'
import type { ReactNode } from 'react'
import { workspaceWords as words } from '#messages/clips/workspace.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { snapSummary } from './snap/use-snap.ts'
import type { TrimPanelInput, TrimPanelState } from './use-trim-panel.ts'

interface TrimFoldsProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'onAddRange' | 'onKeySheet'> {
  panel: TrimPanelState
  /** Whether this viewer may cut several ranges together. */
  mayAdd: boolean
  /** Fold with the marks of the video. */
  marks: ReactNode
  /** Parts that a clip can leave out, for the last fold. */
  marksBelow: ReactNode
  /** Fold with the options of the fit. */
  fit: ReactNode
}

const loadTools = () => import('./TimelineTools.tsx')
const loadFoot = () => import('./TrimFoot.tsx')

/** Folds with tools that few viewers use. The title of a fold can show its settings. */
export function TrimFolds({
  video,
  trim,
  panel,
  mayAdd,
  marks,
  marksBelow,
  fit,
  onAddRange,
  onKeySheet,
}: TrimFoldsProps) {
  return (
    <div className="folds">
      <Fold title={words.timelineTools} summary={snapSummary(panel.snap)}>
        <LoadedTools video={video} trim={trim} panel={panel} />
      </Fold>
      {marks}
      {fit}
      <Fold title={words.more}>
        <LoadedFoot video={video} trim={trim} mayAdd={mayAdd} onAddRange={onAddRange} onKeySheet={onKeySheet} />
        {marksBelow}
      </Fold>
    </div>
  )
}

function LoadedTools(props: Pick<TrimFoldsProps, 'video' | 'trim' | 'panel'>) {
  const tools = useLoaded(loadTools, 'opened')
  return tools && <tools.TimelineTools {...props} />
}

function LoadedFoot(props: Pick<TrimFoldsProps, 'video' | 'trim' | 'mayAdd' | 'onAddRange' | 'onKeySheet'>) {
  const foot = useLoaded(loadFoot, 'opened')
  return foot && <foot.TrimFoot {...props} />
}
