import { passwordStrength } from '@kerf/domain/access/password-strength'
import { accountWords } from '#messages/account.ts'
import './password-strength.css'

const STEPS = [1, 2, 3]
const REACHED = { too_short: 0, common: 1, weak: 1, fair: 2, strong: 3 } as const

/** How hard the password is to guess, while it is typed. */
export function PasswordStrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password)
  return (
    <>
      <span className="password-strength" aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} data-reached={step <= REACHED[strength] || undefined} />
        ))}
      </span>
      <span role="status">{accountWords.strength[strength]}</span>
    </>
  )
}
