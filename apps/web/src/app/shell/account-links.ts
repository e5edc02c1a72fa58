import type { User } from '@kerf/contract/auth'
import { userMenuWords as words } from '#messages/user-menu.ts'
import { PAGES } from '../../data/navigation/pages.ts'

/** Where a signed-in person may go from the menu, in its order. */
export function accountLinks({ role }: Pick<User, 'role'>): readonly { path: string; name: string }[] {
  const everyone = [
    { path: PAGES.profile.path, name: words.profile },
    { path: PAGES.billing.path, name: words.billing },
    { path: PAGES.jobs.path, name: words.jobs },
    { path: PAGES.batch.path, name: words.batch },
    { path: PAGES.settings.path, name: words.settings },
  ]
  return role === 'admin' ? [...everyone, { path: PAGES.admin.path, name: words.admin }] : everyone
}
