import { useEffect, useRef } from 'react'
import { onThemeChange } from '../../browser/theme.ts'
import { drawCutProof } from './cut-proof-drawing.ts'

/** The picture of a cut: an ordinary one that leaves frames in, or an exact one. */
export function CutProof({ cut, label }: { cut: 'usual' | 'exact'; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = (): void => drawCutProof(element, cut)
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    const stopTheme = onThemeChange(draw)
    return () => {
      observer.disconnect()
      stopTheme()
    }
  }, [cut])
  return <canvas ref={canvas} role="img" aria-label={label} />
}
