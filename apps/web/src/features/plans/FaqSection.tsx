import { ChevronDownIcon } from '@kerf/ui/icons'
import { faqWords } from '#messages/plans.ts'

export function FaqSection() {
  return (
    <section className="home-section page faq" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{faqWords.title}</h2>
      <div>
        {faqWords.list.map(([question, answer], index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <ChevronDownIcon />
            </summary>
            <p className="max-w-[62ch] pr-10 pb-5 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
