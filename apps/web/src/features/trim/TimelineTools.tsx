import { SnapChooser } from './snap/SnapChooser.tsx'
import type { TrimPanelInput, TrimPanelState } from './use-trim-panel.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface TimelineToolsProps extends Pick<TrimPanelInput, 'video' | 'trim'> {
  panel: TrimPanelState
}

/** Chooser of the snap mode, and zoom buttons of the timeline. */
export function TimelineTools({ video, trim, panel }: TimelineToolsProps) {
  return (
    <div className="trim-tools">
      <SnapChooser snap={panel.snap} />
      <ZoomButtons view={panel.view} range={trim.range} durationSeconds={video.duration} onViewChange={panel.setView} />
    </div>
  )
}
