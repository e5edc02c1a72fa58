import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button } from '@kerf/ui/Button'
import { CloseIcon, PlayIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useState } from 'react'
import { edgesWords } from '#messages/clips/edges.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { TimeField } from './TimeField.tsx'
import { stepFrames } from './timeline/frame-step.ts'
import type { End } from './timeline/move-trim-end.ts'
import type { TrimPanelState } from './use-trim-panel.ts'
import type { TrimState } from './use-trim-state.ts'

interface TrimTimesProps {
  trim: Pick<TrimState, 'range'>
  /** Saves the range on the server; null for a video that the server does not have. */
  saving: { isRunning: boolean; save: () => void } | null
  panel: TrimPanelState
  previewOpen: boolean
  onTogglePreview: () => void
  /** Plays the first or last seconds of the range as they will be cut; null where they cannot be played. */
  onPlayEdges: (() => void) | null
  hasFrames: boolean
  /** Renders the first or last frame of the range; null until its code is loaded, and for videos without frames. */
  exactFrame: ((seconds: number, place: End) => ReactNode) | null
}

const words = toolWords.trim

/** Fields for both times, and buttons that open the preview, play the edges and apply the range. */
export function TrimTimes(props: TrimTimesProps) {
  const { trim, saving, panel, previewOpen, onTogglePreview, onPlayEdges, hasFrames, exactFrame } = props
  const [remarkPlace, setRemarkPlace] = useState<HTMLElement | null>(null)
  const { range } = trim
  const { frameRate, move, snapped } = panel
  const fields = [
    { end: 'start', label: words.startTime, seconds: range.startTime },
    { end: 'end', label: words.endTime, seconds: range.endTime },
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser.
    <div role="group" aria-labelledby="trim-title" className="trim-times">
      {fields.map(({ end, label, seconds }) => (
        <TimeField
          key={end}
          end={end}
          label={label}
          seconds={seconds}
          range={range}
          frame={exactFrame?.(seconds, end)}
          onSet={(typedSeconds) => move(end, typedSeconds, 'typed')}
          onNudge={hasFrames ? (frames) => move(end, stepFrames(seconds, frames, frameRate), 'nudge') : null}
          remarkPlace={remarkPlace}
          snapText={snapped?.end === end && Math.abs(snapped.seconds - seconds) < 0.001 ? snapped.sentence : null}
        />
      ))}
      <div className="trim-duration">
        <p>
          <label htmlFor="trim-duration">{words.duration}</label>
          <output id="trim-duration" translate="no" className="time">
            {formatTimecode(range.endTime - range.startTime, 3)}
          </output>
        </p>
        <div ref={setRemarkPlace} className="trim-remarks" aria-live="polite" />
      </div>
      <div className="trim-acts">
        <Button variant="quiet" size="small" aria-expanded={previewOpen} onClick={onTogglePreview}>
          {previewOpen ? <CloseIcon /> : <PlayIcon />}
          {previewOpen ? words.closePreview : words.openPreview}
        </Button>
        {onPlayEdges && (
          <Button variant="quiet" size="small" onClick={onPlayEdges}>
            <PlayIcon />
            {edgesWords.play}
          </Button>
        )}
        {saving && (
          <Button variant="quiet" size="small" aria-disabled={saving.isRunning} onClick={saving.save}>
            {saving.isRunning ? words.applying : words.apply}
          </Button>
        )}
      </div>
    </div>
  )
}
