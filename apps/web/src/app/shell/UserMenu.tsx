import type { User } from '@kerf/contract/auth'
import { Badge } from '@kerf/ui/Badge'
import { Menu, MenuDivider, MenuHeading, MenuItem } from '@kerf/ui/Menu'
import { Link } from 'wouter'
import { userMenuWords as words } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { useSignOut } from '../../controls/use-sign-out.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { avatarInitial, displayName } from '../../data/session/user-name.ts'

interface UserMenuProps {
  user: User
  /** Called after a link of the menu was followed. */
  onFollow: () => void
}

/** Pages of a signed-in person: in a menu under their name on a wide screen, in the site's menu on a narrow one. */
export function UserMenu({ user, onFollow }: UserMenuProps) {
  const { pending, signOutAndGoHome } = useSignOut()
  const isSelling = sellsPlans()
  const links = accountLinks(user).filter(({ path }) => isSelling || path !== PAGES.billing.path)
  const badge = isSelling && user.subscription === 'lifetime' && <Badge look="solid">{words.member}</Badge>
  const signOutText = pending ? words.signingOut : words.logout
  return (
    <>
      <div className="max-menu:hidden">
        <Menu
          trigger={
            <button
              type="button"
              className="ml-2.5 flex min-h-(--touch) items-center gap-2.5 rounded-control px-1.5 data-[state=open]:bg-surface"
              aria-label={words.open(displayName(user))}
            >
              <Avatar user={user} />
              <span className="max-w-[180px] truncate">{displayName(user)}</span>
            </button>
          }
        >
          <MenuHeading>
            <b>{displayName(user)}</b> {badge}
            <br />
            {user.email}
          </MenuHeading>
          <MenuDivider />
          {links.map(({ path, name }) => (
            <MenuItem key={path} asChild>
              <Link href={path}>{name}</Link>
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem
            disabled={pending}
            onSelect={(event) => {
              // The menu stays open, so that its text about signing out can be read.
              event.preventDefault()
              void signOutAndGoHome()
            }}
          >
            {signOutText}
          </MenuItem>
        </Menu>
      </div>
      <div className="user-menu-narrow grid gap-(--kerf) menu:hidden">
        <p className="flex min-h-14 items-center gap-3 px-(--gutter) py-2 text-small/[1.3] wrap-anywhere">
          <Avatar user={user} />
          <span>
            <b>{displayName(user)}</b> {badge}
            <br />
            {user.email}
          </span>
        </p>
        {links.map(({ path, name }) => (
          <Link key={path} href={path} onClick={onFollow}>
            {name}
          </Link>
        ))}
        <button type="button" disabled={pending} onClick={() => void signOutAndGoHome().then(onFollow)}>
          {signOutText}
        </button>
      </div>
    </>
  )
}

function Avatar({ user }: { user: User }) {
  return (
    // The style sheet draws the initial. As text it would be visible in the button, but not part of its accessible
    // name.
    <span
      className="grid size-8 flex-none place-items-center rounded-control bg-ink font-[650] text-on-ink before:content-[attr(data-initial)]"
      aria-hidden="true"
      data-initial={avatarInitial(user)}
    />
  )
}

/** Links of the menu, in its order. */
function accountLinks({ role }: Pick<User, 'role'>): readonly { path: string; name: string }[] {
  const commonLinks = [
    { path: PAGES.profile.path, name: pageWords.profile.title },
    { path: PAGES.billing.path, name: words.billing },
    { path: PAGES.jobs.path, name: words.jobs },
    { path: PAGES.batch.path, name: pageWords.batch.title },
    { path: PAGES.settings.path, name: pageWords.settings.title },
  ]
  return role === 'admin' ? [...commonLinks, { path: PAGES.admin.path, name: words.admin }] : commonLinks
}
