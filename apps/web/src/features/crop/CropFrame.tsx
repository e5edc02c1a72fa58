import { areaOf, type Crop, type CropArea, ratioOf } from '@kerf/domain/formats/crop'
import { Button } from '@kerf/ui/Button'
import { CheckIcon } from '@kerf/ui/icons/tool-icons'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cropWords as words } from '#messages/clips/fit.ts'
import { useDrag } from '../../browser/use-drag.ts'
import { percentWords } from '../../data/formatting/numbers.ts'
import { shapeOf } from '../../data/ranges/fit.ts'
import { CORNERS, type Corner, keyStep, movedArea, resizedArea, roomOf } from './crop-moves.ts'
import './crop-frame.css'

interface CropFrameProps {
  /** Width by height of the video. */
  aspect: number
  crop: Crop
  /** It can be moved; otherwise it only shows what is left of the video. */
  isHeld: boolean
  onCrop: (area: CropArea) => void
  onLeave: () => void
}

const inPercent = (share: number): string => percentWords(share * 100)
const cornerX = ({ left, width }: CropArea, corner: Corner) => (corner.endsWith('right') ? left + width : left)
const cornerY = ({ top, height }: CropArea, corner: Corner) => (corner.startsWith('bottom') ? top + height : top)

/** What is left of the video, over the preview: dragged by hand or moved by keys. */
export function CropFrame({ aspect, crop, isHeld, onCrop, onLeave }: CropFrameProps) {
  const preview = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const area = areaOf(crop, aspect)
  const shape = shapeOf(crop, aspect)
  const ratio = shape && ratioOf(shape) / aspect
  const room = roomOf(area)
  useEffect(() => {
    if (!isHeld) return
    document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
    frame.current?.focus({ preventScroll: true })
  }, [isHeld])

  /** What to do on each move of a pointer, by its way over the preview since it went down. */
  function following(from: { clientX: number; clientY: number }, change: (byX: number, byY: number) => CropArea) {
    const { width = 1, height = 1 } = preview.current?.getBoundingClientRect() ?? {}
    return (clientX: number, clientY: number): void =>
      onCrop(change((clientX - from.clientX) / width, (clientY - from.clientY) / height))
  }
  const dragFrame = useDrag({
    begin: (event) => following(event, (byX, byY) => movedArea(area, byX, byY)),
  })
  const dragCorner = useDrag({
    begin(event) {
      const corner = CORNERS.find((one) => one === event.currentTarget.dataset.corner)
      return corner ? following(event, (byX, byY) => resizedArea(area, corner, byX, byY, ratio)) : null
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
          <i style={placeOf(area)} />
        </div>
        {isHeld && (
          <>
            <div
              ref={frame}
              className="crop-frame"
              style={placeOf(area)}
              data-room={`${room.x ? 'x' : ''}${room.y ? 'y' : ''}`}
              role="slider"
              tabIndex={0}
              aria-label={shape ? words.shaped(shape) : words.frame}
              aria-describedby={keysId}
              aria-orientation={room.x ? 'horizontal' : 'vertical'}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(100 * (room.x ? area.left : area.top))}
              aria-valuetext={`${words.place(inPercent(area.left), inPercent(area.top))}, ${words.size(inPercent(area.width), inPercent(area.height))}`}
              onPointerDown={dragFrame}
              onKeyDown={(event) => onKey(event, (byX, byY) => movedArea(area, byX, byY))}
            />
            {CORNERS.map((corner) => (
              <div
                key={corner}
                className="crop-corner"
                data-corner={corner}
                style={cornerOf(area, corner)}
                role="slider"
                tabIndex={0}
                aria-label={words.corners[corner]}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(100 * cornerX(area, corner))}
                aria-valuetext={words.place(inPercent(cornerX(area, corner)), inPercent(cornerY(area, corner)))}
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

/** How much of the frame's sides belongs to one corner, of frames that are too small for four fingertips. */
const MOST_OF_SIDE = 0.4

function cornerOf(area: CropArea, corner: Corner): CSSProperties {
  return {
    left: percent(cornerX(area, corner)),
    top: percent(cornerY(area, corner)),
    maxWidth: percent(MOST_OF_SIDE * area.width),
    maxHeight: percent(MOST_OF_SIDE * area.height),
  }
}

const percent = (share: number): string => `${share * 100}%`

const placeOf = ({ left, top, width, height }: CropArea): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
})
