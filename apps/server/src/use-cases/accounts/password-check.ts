import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Asks for the password once more before something that matters; wrong ones are counted and slow the next. */
export async function confirmPassword(
  deps: Deps<'accounts' | 'limits'>,
  { accountId, password }: { accountId: string; password: string },
): Promise<Outcome<undefined>> {
  const attempt = { kind: 'password_check', of: accountId } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  if (!(await deps.accounts.checkPassword(accountId, password))) return refused('wrong_password')
  await deps.limits.forget([attempt])
  return done(undefined)
}
