import { Button } from '@kerf/ui/Button'
import { Tooltip } from '@kerf/ui/Tooltip'
import { trimTools } from '#messages/trim-tools.ts'

export function SnapButton({ snapping, onToggle }: { snapping: boolean; onToggle: () => void }) {
  return (
    <Tooltip text={trimTools.snapMeaning}>
      <Button variant="quiet" size="small" aria-pressed={snapping} onClick={onToggle}>
        {trimTools.snap}
      </Button>
    </Tooltip>
  )
}
