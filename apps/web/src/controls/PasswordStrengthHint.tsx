import { passwordStrength } from '@kerf/domain/access/password-strength'
import { accountWords } from '#messages/account/account.ts'

const STRENGTH_STEPS = [1, 2, 3]
const STEPS_OF_STRENGTH = { too_short: 0, common: 1, weak: 1, fair: 2, strong: 3 } as const

/** Strength of a password while it is typed: three steps, and a sentence. */
export function PasswordStrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <>
      <span className="mb-[7px] grid h-1.5 grid-cols-3 gap-(--kerf)" aria-hidden="true">
        {STRENGTH_STEPS.map((step) => (
          <i
            key={step}
            className="bg-surface-2 forced-color-adjust-none data-reached:-my-px data-reached:bg-ink forced-colors:border forced-colors:border-[CanvasText] forced-colors:data-reached:bg-[CanvasText]"
            data-reached={step <= STEPS_OF_STRENGTH[strength] || undefined}
          />
        ))}
      </span>
      <span role="status">{accountWords.strength[strength]}</span>
    </>
  )
}
