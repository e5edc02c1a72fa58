import { Fold } from '@kerf/ui/Fold'
import type { ReactNode } from 'react'
import { workspaceWords as words } from '#messages/clips/workspace.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { snapSummary } from './snap/use-snap.ts'
import type { TrimPanelInput, TrimPanelState } from './use-trim-panel.ts'

interface TrimFoldsProps extends Pick<TrimPanelInput, 'video' | 'trim' | 'onAddRange' | 'onKeySheet'> {
  panel: TrimPanelState
  /** Several ranges can be cut in one go. */
  mayAdd: boolean
  /** The fold of what makes clips fit. */
  fit: ReactNode
}

const loadTools = () => import('./TimelineTools.tsx')
const loadMore = () => import('./TrimFoot.tsx')

/** What few people use: each in one place, with what is set there. */
export function TrimFolds({ video, trim, panel, mayAdd, fit, onAddRange, onKeySheet }: TrimFoldsProps) {
  return (
    <div className="folds">
      <Fold title={words.timelineTools} summary={snapSummary(panel.snap)}>
        <LoadedTools video={video} trim={trim} panel={panel} />
      </Fold>
      {fit}
      <Fold title={words.more}>
        <LoadedMore video={video} trim={trim} mayAdd={mayAdd} onAddRange={onAddRange} onKeySheet={onKeySheet} />
      </Fold>
    </div>
  )
}

function LoadedTools(props: Pick<TrimFoldsProps, 'video' | 'trim' | 'panel'>) {
  const tools = useLoaded(loadTools, 'opened')
  return tools && <tools.TimelineTools {...props} />
}

function LoadedMore(props: Pick<TrimFoldsProps, 'video' | 'trim' | 'mayAdd' | 'onAddRange' | 'onKeySheet'>) {
  const more = useLoaded(loadMore, 'opened')
  return more && <more.TrimFoot {...props} />
}
