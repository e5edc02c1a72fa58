import { areaOf, CROP_RATIOS } from '@kerf/domain/formats/crop'
import { Button, Joined } from '@kerf/ui/Button'
import { useId } from 'react'
import { fitWords as words } from '#messages/clips/fit.ts'
import { type Fit, freeArea, shapeOf, withoutNoOps } from '../../data/ranges/fit.ts'
import './fit-panel.css'

export interface FitProps {
  fit: Fit
  /** Width of the video divided by its height. */
  aspect: number
  onFit: (fit: Fit) => void
  /** Whether the video has no audio. */
  isSilent?: boolean
  /** Begins moving the crop frame; absent where the frame cannot be moved. */
  onFrame?: () => void
}

const WHOLE_FRAME = { left: 0, top: 0, width: 1, height: 1 }

/** Choice of the crop's shape. Where the crop frame can be moved, choosing a shape begins moving it. */
export function CropChooser({ fit, aspect, onFit, onFrame }: FitProps) {
  const { crop } = fit
  const labelId = useId()
  const shape = crop === undefined ? null : (shapeOf(crop, aspect) ?? 'free')
  const setCrop = (newCrop: Fit['crop']): void => onFit(withoutNoOps({ ...fit, crop: newCrop }))
  function choose(newShape: (typeof CROP_RATIOS)[number] | 'free'): void {
    setCrop(newShape === 'free' ? freeArea(crop === undefined ? WHOLE_FRAME : areaOf(crop, aspect)) : newShape)
    onFrame?.()
  }
  return (
    <div className="fit-crop">
      <p className="fit-label" id={labelId}>
        {words.crop}
      </p>
      <div className="flex flex-wrap gap-2">
        <Joined aria-labelledby={labelId} role="group">
          <Button variant="quiet" size="small" aria-pressed={shape === null} onClick={() => setCrop(undefined)}>
            {words.whole}
          </Button>
          {CROP_RATIOS.map((ratio) => (
            <Button
              key={ratio}
              variant="quiet"
              size="small"
              aria-pressed={shape === ratio}
              onClick={() => choose(ratio)}
            >
              {ratio}
            </Button>
          ))}
          {onFrame && (
            <Button variant="quiet" size="small" aria-pressed={shape === 'free'} onClick={() => choose('free')}>
              {words.free}
            </Button>
          )}
        </Joined>
        {shape !== null && onFrame && (
          <Button variant="quiet" size="small" onClick={onFrame}>
            {words.moveFrame}
          </Button>
        )}
      </div>
      {shape !== null && <p className="note">{words.cropNote}</p>}
    </div>
  )
}
