import { useEffect, useRef } from 'react'
import { onThemeChange } from '../../browser/theme.ts'
import { useLoaded } from '../../browser/use-loaded.ts'

/** It lies below the tool: the tool comes first. */
const loadDrawing = () => import('./cut-proof-drawing.ts')

/** The picture of a cut: an ordinary one that leaves frames in, or an exact one. */
export function CutProof({ cut, label }: { cut: 'usual' | 'exact'; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useLoaded(loadDrawing, cut)
  useEffect(() => {
    const element = canvas.current
    if (!element || !drawing) return
    const draw = (): void => drawing.drawCutProof(element, cut)
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    const stopTheme = onThemeChange(draw)
    return () => {
      observer.disconnect()
      stopTheme()
    }
  }, [cut, drawing])
  return <canvas ref={canvas} role="img" aria-label={label} />
}
