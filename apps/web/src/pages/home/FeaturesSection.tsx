import { landing } from '#messages/landing.ts'
import { CutProof } from './CutProof.tsx'

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
        <CutProof cut="usual" label={words.usual.picture} />
        <div>
          <h3>{words.exact.title}</h3>
          <p className="text-small text-ink-2">{words.exact.text}</p>
        </div>
        <CutProof cut="exact" label={words.exact.picture} />
        <p className="proof-key">
          <span data-mark="cut">{words.key.cut}</span>
          <span data-mark="leak">{words.key.leak}</span>
        </p>
      </div>
      <dl className="facts">
        {words.facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
