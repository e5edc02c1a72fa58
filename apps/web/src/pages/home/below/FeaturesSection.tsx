import { useEffect, useRef } from 'react'
import { featureWords as words } from '#messages/landing.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { type OpenSample, TrySample } from './TrySample.tsx'

export function FeaturesSection({ onSample }: { onSample: OpenSample }) {
  return (
    <section className="home-section page" id="features" aria-labelledby="features-title">
      <h2 id="features-title">{words.title}</h2>
      <p className="home-lead">{words.lead}</p>
      <div className="mt-12 grid grid-cols-[220px_minmax(0,1fr)] items-center gap-6 max-menu:grid-cols-[minmax(0,1fr)] max-menu:gap-2.5">
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
        <p className="proof-key flex flex-wrap gap-x-6 gap-y-1.5 text-small text-ink-2 menu:col-[2]">
          <span data-mark="cut">{words.key.cut}</span>
          <span data-mark="leak">{words.key.leak}</span>
        </p>
      </div>
      <TrySample onOpen={onSample} />
      <dl className="facts mt-12 grid grid-cols-[repeat(3,1fr)] gap-x-8 max-[900px]:grid-cols-[1fr_1fr] max-[560px]:grid-cols-[1fr]">
        {words.facts.map(([term, text]) => (
          <div key={term} className="relative border-t border-line-firm pt-4.5 pb-5.5">
            <dt className="text-lead/[1.3] font-semibold">{term}</dt>
            <dd className="max-w-[38ch] text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Loads the code of the drawing after the tool's, because the drawing is below the tool. */
const loadDrawing = () => import('./cut-proof-drawing.ts')

/** Drawing of a cut: an ordinary one that leaves extra frames in the clip, or an exact one. */
function CutProof({ cut, label }: { cut: 'usual' | 'exact'; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawingModule = useLoaded(loadDrawing, cut)
  useEffect(() => {
    if (canvas.current) return drawingModule?.keepDrawn(canvas.current, cut)
  }, [cut, drawingModule])
  return <canvas ref={canvas} className="block h-18 w-full max-menu:mb-3.5" role="img" aria-label={label} />
}
