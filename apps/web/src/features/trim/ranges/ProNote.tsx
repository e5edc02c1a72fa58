import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/tool-icons'
import { Link } from 'wouter'
import { severalWords } from '#messages/several.ts'
import { PAGES } from '../../../data/navigation/pages.ts'

const words = severalWords.pro

/** Said to those who ask for several ranges without Pro, or whose link lists them. */
export function ProNote({ listed }: { listed: boolean }) {
  return (
    <div className="mt-3">
      <Band
        icon={<LockIcon />}
        action={
          <Link href={PAGES.subscription.path} className={buttonClass({ variant: 'quiet' })}>
            {words.plans}
          </Link>
        }
      >
        <b>{words.title}.</b> {listed ? words.listed : words.text}
      </Band>
    </div>
  )
}
