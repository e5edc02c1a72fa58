import type { SettingsWish } from '@kerf/contract/admin-settings'
import { CheckField } from '@kerf/ui/CheckField'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { useSession } from '../../../data/session/session.ts'

const words = adminSettingsWords.settings

/** Whoever has no second factor shuts themselves out by this; they are told before they save. */
export function SecondFactorField({ form }: { form: UseFormReturn<SettingsWish> }) {
  const session = useSession()
  const isRequired = useWatch({ control: form.control, name: 'requireSecondFactor' })
  const hasNone = session.state === 'signed_in' && !session.user.secondFactor
  return (
    <>
      <CheckField label={words.secondFactor} note={words.secondFactorNote} {...form.register('requireSecondFactor')} />
      <div role="status">
        {isRequired && hasNone && (
          <p className="setting-note">
            {words.secondFactorWarning} <Link href={PAGES.settings.path}>{adminWords.toSettings}</Link>
          </p>
        )}
      </div>
    </>
  )
}
