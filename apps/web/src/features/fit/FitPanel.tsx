import { areaOf, CROP_RATIOS } from '@kerf/domain/formats/crop'
import { Button, Joined } from '@kerf/ui/Button'
import { useId } from 'react'
import { fitWords as words } from '#messages/fit.ts'
import { FitFields } from '../../controls/FitFields.tsx'
import { type Fit, shapeOf, withoutNothing } from '../../data/ranges/fit.ts'
import { freeArea } from './crop-moves.ts'

interface FitPanelProps {
  fit: Fit
  aspect: number
  onFit: (fit: Fit) => void
  onFrame: () => void
}

const WHOLE = { left: 0, top: 0, width: 1, height: 1 }

export function FitPanel({ fit, aspect, onFit, onFrame }: FitPanelProps) {
  const { crop } = fit
  const labelId = useId()
  const shape = crop === undefined ? null : (shapeOf(crop, aspect) ?? 'free')
  const chosen = (now: Fit['crop']): void => onFit(withoutNothing({ ...fit, crop: now }))
  function choose(now: (typeof CROP_RATIOS)[number] | 'free'): void {
    chosen(now === 'free' ? freeArea(crop === undefined ? WHOLE : areaOf(crop, aspect)) : now)
    onFrame()
  }
  return (
    <FitFields fit={fit} onFit={onFit}>
      <div className="fit-crop">
        <p className="fit-label" id={labelId}>
          {words.crop}
        </p>
        <div className="flex flex-wrap gap-2">
          <Joined aria-labelledby={labelId} role="group">
            <Button variant="quiet" size="small" aria-pressed={shape === null} onClick={() => chosen(undefined)}>
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
            <Button variant="quiet" size="small" aria-pressed={shape === 'free'} onClick={() => choose('free')}>
              {words.free}
            </Button>
          </Joined>
          {shape !== null && (
            <Button variant="quiet" size="small" onClick={onFrame}>
              {words.moveFrame}
            </Button>
          )}
        </div>
        {shape !== null && <p className="note">{words.cropNote}</p>}
      </div>
    </FitFields>
  )
}
