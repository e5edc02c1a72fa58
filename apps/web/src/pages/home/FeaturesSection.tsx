import { useEffect, useRef } from 'react'
import { landing } from '#messages/site.ts'
import { onThemeChange } from '../../browser/theme.ts'
import { useLoaded } from '../../browser/use-loaded.ts'

const words = landing.features

export function FeaturesSection() {
  return (
    <section className="home-section page" id="features" aria-labelledby="features-title">
      <h2 id="features-title">{words.title}</h2>
      <p className="home-lead">{words.lead}</p>
      <div className="proof">
        <div>
          <h3>{words.usual.title}</h3>
          <p className="text-small text-ink-2">{words.usual.text}</p>
        </div>
        <CutProof cut="usual" label={words.usual.drawing} />
        <div>
          <h3>{words.exact.title}</h3>
          <p className="text-small text-ink-2">{words.exact.text}</p>
        </div>
        <CutProof cut="exact" label={words.exact.drawing} />
        <p className="proof-key">
          <span data-mark="cut">{words.key.cut}</span>
          <span data-mark="leak">{words.key.leak}</span>
        </p>
      </div>
      <dl className="facts">
        {words.facts.map(([term, text]) => (
          <div key={term}>
            <dt className="text-lead/[1.3] font-semibold">{term}</dt>
            <dd className="max-w-[38ch] text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** It lies below the tool: the tool comes first. */
const loadDrawing = () => import('./cut-proof-drawing.ts')

/** A drawing of a cut: an ordinary one that leaves frames in, or an exact one. */
function CutProof({ cut, label }: { cut: 'usual' | 'exact'; label: string }) {
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
