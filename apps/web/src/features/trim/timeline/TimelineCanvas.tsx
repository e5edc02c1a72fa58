import type { TrimRange } from '@kerf/domain/trim-range'
import { useEffect, useRef, useState } from 'react'
import { prepareCanvas, tokenColour } from '../../../browser/prepare-canvas.ts'
import { onThemeChange } from '../../../browser/theme.ts'
import { drawFilm } from '../drawing/draw-timeline.ts'
import { type StripLayout, secondsToX } from '../drawing/timeline-view.ts'
import type { FilmPictures } from '../drawing/use-thumbnails.ts'
import type { SoundState } from '../drawing/use-waveform.ts'

interface FilmCanvasProps {
  layout: StripLayout
  range: TrimRange
  durationSeconds: number
  gapPx: number
  pictures: FilmPictures | null
  /** Changes when more pictures have arrived. */
  arrivals: number
  sound: SoundState
}

export function FilmCanvas({ layout, range, durationSeconds, gapPx, pictures, arrivals, sound }: FilmCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [themeChanges, setThemeChanges] = useState(0)
  useEffect(() => onThemeChange(() => setThemeChanges((count) => count + 1)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and theme changes have nothing to pass on, only to redraw for.
  useEffect(() => {
    const element = canvas.current
    const prepared = element && prepareCanvas(element)
    if (!prepared) return
    const bars = drawFilm(prepared.context, {
      layout,
      heightPx: prepared.height,
      durationSeconds,
      startX: secondsToX(range.startSeconds, layout),
      endX: secondsToX(range.endSeconds, layout),
      gapPx,
      pictures,
      sound,
      colours: {
        film: tokenColour(element, '--film'),
        filmLine: tokenColour(element, '--film-2'),
        plain: tokenColour(element, '--plain-film'),
        piece: tokenColour(element, '--piece-2'),
        paper: tokenColour(element, '--paper'),
        sound: tokenColour(element, '--on-film'),
        plainSound: tokenColour(element, '--ink-3'),
      },
    })
    element.dataset.soundBars = String(bars)
  }, [layout, range, durationSeconds, gapPx, pictures, arrivals, sound, themeChanges])

  return <canvas ref={canvas} className="strip-film" />
}
