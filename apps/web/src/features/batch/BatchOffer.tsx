import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { batchWords } from '#messages/clips/batch.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { signInFor } from '../../data/navigation/return-to.ts'

const words = batchWords.offer

/** Explains batches to viewers whose plan has none, and links to the plans. */
export function BatchOffer({ signedOut }: { signedOut: boolean }) {
  return (
    <>
      <p className="batch-lead">{batchWords.lead(MAX_BATCH_ITEMS)}</p>
      <section className="my-6 rounded-bar bg-surface p-5" aria-labelledby="batch-offer">
        <h2 id="batch-offer" className="text-h3 tracking-[-0.01em]">
          {words.title}
        </h2>
        <ul className="mt-3 mb-5 max-w-[60ch]">
          {words.list(MAX_BATCH_ITEMS).map((line) => (
            <li key={line} className="border-line py-2 leading-[1.35] not-first:border-t">
              {line}
            </li>
          ))}
        </ul>
        <div className="batch-acts m-0">
          <Link href={PAGES.subscription.path} className={buttonClass({ variant: 'primary' })}>
            {words.plans}
          </Link>
          {signedOut && (
            <Link href={signInFor(PAGES.batch.path)} className={buttonClass({ variant: 'paper' })}>
              {words.signIn}
            </Link>
          )}
        </div>
      </section>
      <p className="batch-lead">
        {words.free}{' '}
        <Link href={PAGES.home.path} className="whitespace-nowrap">
          {words.oneLink}
        </Link>
      </p>
    </>
  )
}
