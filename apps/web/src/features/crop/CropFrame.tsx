import { areaOf, type Crop, type CropArea, ratioOf } from '@kerf/domain/formats/crop'
import { Button } from '@kerf/ui/Button'
import { CheckIcon } from '@kerf/ui/icons/tool-icons'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cropWords as words } from '#messages/clips/fit.ts'
import { useDrag } from '../../browser/use-drag.ts'
import { formatPercent } from '../../data/formatting/numbers.ts'
import { shapeOf } from '../../data/ranges/fit.ts'
import { CORNERS, type Corner, keyStep, movableDirections, movedArea, resizedArea } from './crop-moves.ts'
import './crop-frame.css'

interface CropFrameProps {
  /** Width of the video divided by its height. */
  aspect: number
  crop: Crop
  /** Whether the crop can be moved. Otherwise it only dims the area that is cut away. */
  isHeld: boolean
  onCrop: (area: CropArea) => void
  onLeave: () => void
}

const percentText = (share: number): string => formatPercent(share * 100)
const cornerX = ({ left, width }: CropArea, corner: Corner) => (corner.endsWith('right') ? left + width : left)
const cornerY = ({ top, height }: CropArea, corner: Corner) => (corner.startsWith('bottom') ? top + height : top)

/** Crop area over the preview, moved and resized by pointer or keys. */
export function CropFrame({ aspect, crop, isHeld, onCrop, onLeave }: CropFrameProps) {
  const preview = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const area = areaOf(crop, aspect)
  const shape = shapeOf(crop, aspect)
  const ratio = shape && ratioOf(shape) / aspect
  const canMove = movableDirections(area)
  useEffect(() => {
    if (!isHeld) return
    document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
    frame.current?.focus({ preventScroll: true })
  }, [isHeld])

  /** Creates a pointer handler that crops by the distance from `from`, in shares of the preview. */
  function createMoveHandler(
    startPoint: { clientX: number; clientY: number },
    change: (byX: number, byY: number) => CropArea,
  ) {
    const { width = 1, height = 1 } = preview.current?.getBoundingClientRect() ?? {}
    return (clientX: number, clientY: number): void =>
      onCrop(change((clientX - startPoint.clientX) / width, (clientY - startPoint.clientY) / height))
  }
  const dragFrame = useDrag({
    begin: (event) => createMoveHandler(event, (byX, byY) => movedArea(area, byX, byY)),
  })
  const dragCorner = useDrag({
    begin(event) {
      const corner = CORNERS.find((name) => name === event.currentTarget.dataset.corner)
      return corner ? createMoveHandler(event, (byX, byY) => resizedArea(area, corner, byX, byY, ratio)) : null
    },
  })
  function onKey(event: KeyboardEvent, change: (byX: number, byY: number) => CropArea): void {
    const step = keyStep(event)
    if (event.key !== 'Escape' && !step) return
    event.preventDefault()
    if (step) onCrop(change(step.x, step.y))
    else onLeave()
  }

  return (
    <div className="crop-room" data-held={isHeld || undefined}>
      <div ref={preview} className="crop-preview" style={{ '--aspect': aspect } as CSSProperties}>
        <div className="crop-dim">
          <i style={areaStyle(area)} />
        </div>
        {isHeld && (
          <>
            <div
              ref={frame}
              className="crop-frame"
              style={areaStyle(area)}
              data-room={`${canMove.x ? 'x' : ''}${canMove.y ? 'y' : ''}`}
              role="slider"
              tabIndex={0}
              aria-label={shape ? words.shaped(shape) : words.frame}
              aria-describedby={keysId}
              aria-orientation={canMove.x ? 'horizontal' : 'vertical'}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(100 * (canMove.x ? area.left : area.top))}
              aria-valuetext={`${words.place(percentText(area.left), percentText(area.top))}, ${words.size(percentText(area.width), percentText(area.height))}`}
              onPointerDown={dragFrame}
              onKeyDown={(event) => onKey(event, (byX, byY) => movedArea(area, byX, byY))}
            />
            {CORNERS.map((corner) => (
              <div
                key={corner}
                className="crop-corner"
                data-corner={corner}
                style={cornerStyle(area, corner)}
                role="slider"
                tabIndex={0}
                aria-label={words.corners[corner]}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(100 * cornerX(area, corner))}
                aria-valuetext={words.place(percentText(cornerX(area, corner)), percentText(cornerY(area, corner)))}
                onPointerDown={dragCorner}
                onKeyDown={(event) => onKey(event, (byX, byY) => resizedArea(area, corner, byX, byY, ratio))}
              />
            ))}
          </>
        )}
      </div>
      {isHeld && (
        <>
          <span id={keysId} hidden>
            {words.keys}
          </span>
          <Button
            variant="paper"
            size="small"
            className="crop-done"
            data-left={area.left + area.width / 2 > 0.5 || undefined}
            onClick={onLeave}
          >
            <CheckIcon />
            {words.done}
          </Button>
        </>
      )}
    </div>
  )
}

/** Largest share of a side that one corner's touch target covers. The frame itself stays reachable between them. */
const MAX_CORNER_SHARE = 0.4

function cornerStyle(area: CropArea, corner: Corner): CSSProperties {
  return {
    left: cssPercent(cornerX(area, corner)),
    top: cssPercent(cornerY(area, corner)),
    maxWidth: cssPercent(MAX_CORNER_SHARE * area.width),
    maxHeight: cssPercent(MAX_CORNER_SHARE * area.height),
  }
}

const cssPercent = (share: number): string => `${share * 100}%`

const areaStyle = ({ left, top, width, height }: CropArea): CSSProperties => ({
  left: cssPercent(left),
  top: cssPercent(top),
  width: cssPercent(width),
  height: cssPercent(height),
})
