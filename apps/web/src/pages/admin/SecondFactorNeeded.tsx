import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/tool-icons'
import { Link } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'

/** In place of the panel, for an admin who has no second factor on a server that asks for one. */
export function SecondFactorNeeded() {
  return (
    <div className="admin-shut">
      <header className="admin-head">
        <h1>{adminWords.title}</h1>
      </header>
      <Band
        icon={<LockIcon />}
        action={
          <Link href={PAGES.settings.path} className={buttonClass({ variant: 'blade' })}>
            {adminWords.toSettings}
          </Link>
        }
      >
        {errorSentences.needs_second_factor}
      </Band>
    </div>
  )
}
