import { ChevronDownIcon } from '@kerf/ui/icons/icons'
import { faqWords } from '#messages/account/plans.ts'
import { sellsPlans } from '../../data/sells-plans.ts'

/**
 * Question that is not about plans. `openToAll`: sentence of the answer that holds only where nobody needs an account.
 */
interface Question {
  question: string
  answer: string
  openToAll?: string
}

/** Questions about plans, after other questions. Where nothing is sold, only the other questions are shown. */
export function FaqSection({ others = [] }: { others?: readonly Question[] }) {
  return (
    <section
      className="home-section page grid grid-cols-[280px_minmax(0,1fr)] gap-8 max-desk:grid-cols-[1fr] max-desk:gap-4"
      id="faq"
      aria-labelledby="faq-title"
    >
      <h2 id="faq-title">{faqWords.title}</h2>
      <div className="border-b border-line-firm">
        {others.map((item, index) => (
          <FaqEntry key={item.question} {...item} isOpen={index === 0} />
        ))}
        {sellsPlans() &&
          faqWords.list.map(([question, answer], index) => (
            <FaqEntry key={question} question={question} answer={answer} isOpen={others.length === 0 && index === 0} />
          ))}
      </div>
    </section>
  )
}

function FaqEntry({ question, answer, openToAll, isOpen }: Question & { isOpen: boolean }) {
  return (
    <details className="border-t border-line-firm open:[&_.icon]:rotate-180" open={isOpen}>
      <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lead/tight font-semibold [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDownIcon />
      </summary>
      <p className="max-w-[62ch] pr-10 pb-5 text-ink-2">
        {answer}
        {openToAll && <span className="of-strangers"> {openToAll}</span>}
      </p>
    </details>
  )
}
