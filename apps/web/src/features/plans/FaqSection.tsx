import { ChevronDownIcon } from '@kerf/ui/icons/icons'
import { faqWords } from '#messages/account/plans.ts'

export function FaqSection() {
  return (
    <section
      className="of-plans home-section page grid grid-cols-[280px_minmax(0,1fr)] gap-8 max-desk:grid-cols-[1fr] max-desk:gap-4"
      id="faq"
      aria-labelledby="faq-title"
    >
      <h2 id="faq-title">{faqWords.title}</h2>
      <div>
        {faqWords.list.map(([question, answer], index) => (
          <details
            key={question}
            className="border-t border-line-firm last:border-b open:[&_.icon]:rotate-180"
            open={index === 0}
          >
            <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lead/tight font-semibold [&::-webkit-details-marker]:hidden">
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
