import { prepareCanvas, tokenColour } from '../../../browser/prepare-canvas.ts'
import { onThemeChange } from '../../../browser/theme.ts'

/**
 * Result of a cut from frame `from` to `to`, of `frames` frames. The clip has the frames from `keptFrom` to `keptTo`.
 */
export interface CutResult {
  frames: number
  from: number
  to: number
  keptFrom: number
  keptTo: number
}

/** An ordinary cut begins at the keyframe before the start, and ends a little late. */
function cutResult(cut: 'usual' | 'exact', frames: number): CutResult {
  const from = Math.round(frames * 0.32)
  const to = Math.round(frames * 0.72)
  if (cut === 'exact') return { frames, from, to, keptFrom: from, keptTo: to }
  return { frames, from, to, keptFrom: Math.round(frames * 0.14), keptTo: to + Math.max(1, Math.round(frames * 0.07)) }
}

const NARROW_PX = 500
const OUTSIDE_INSET_PX = 8
const HATCH_PX = 7

/** Draws the cut now, and again in another size or theme, until the returned function is called. */
export function keepDrawn(canvas: HTMLCanvasElement, cut: 'usual' | 'exact'): () => void {
  const draw = (): void => drawCutProof(canvas, cut)
  const observer = new ResizeObserver(draw)
  observer.observe(canvas)
  const stopTheme = onThemeChange(draw)
  return () => {
    observer.disconnect()
    stopTheme()
  }
}

function drawCutProof(canvas: HTMLCanvasElement, cut: 'usual' | 'exact'): void {
  const surface = prepareCanvas(canvas)
  if (!surface) return
  const { context, width, height } = surface
  const colour = (token: string): string => tokenColour(canvas, token)
  const result = cutResult(cut, width < NARROW_PX ? 14 : 28)
  const frameWidth = width / result.frames
  context.clearRect(0, 0, width, height)
  for (let frame = 0; frame < result.frames; frame++) {
    const isKept = frame >= result.keptFrom && frame < result.keptTo
    const isWanted = frame >= result.from && frame < result.to
    const top = isKept ? 0 : OUTSIDE_INSET_PX
    context.save()
    context.beginPath()
    context.rect(frame * frameWidth, top, frameWidth - 1, height - 2 * top)
    context.clip()
    context.fillStyle = colour(isKept ? (isWanted ? '--ink' : '--paper') : '--surface-2')
    context.fillRect(frame * frameWidth, 0, frameWidth, height)
    if (isKept && !isWanted) hatch(context, frame * frameWidth, frameWidth, height, colour('--ink'))
    context.restore()
  }
  for (const cutFrame of [result.from, result.to]) {
    const x = cutFrame * frameWidth
    context.fillStyle = colour('--paper')
    context.fillRect(x - 2.5, 0, 4, height)
    context.fillStyle = colour('--accent')
    context.fillRect(x - 1.5, 0, 2, height)
  }
}

function hatch(context: CanvasRenderingContext2D, x: number, width: number, height: number, ink: string): void {
  context.strokeStyle = ink
  context.lineWidth = 2
  context.strokeRect(x, 0, width - 1, height)
  for (let offset = -height; offset < width + height; offset += HATCH_PX) {
    context.beginPath()
    context.moveTo(x + offset, height)
    context.lineTo(x + offset + height, 0)
    context.stroke()
  }
}
