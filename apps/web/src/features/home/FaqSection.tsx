import { ChevronDownIcon } from '@kerf/ui/icons'
import { landing } from '#messages/landing.ts'

export function FaqSection() {
  return (
    <section className="home-section page faq" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{landing.faq.title}</h2>
      <div>
        {landing.faq.list.map(([question, answer], index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <ChevronDownIcon />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
