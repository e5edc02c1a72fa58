import type { User } from '@kerf/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { profileQuery } from '../../data/queries/user-queries.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { AccountDeletion } from '../../features/settings/AccountDeletion.tsx'
import type { AccountFormContext } from '../../features/settings/AccountForm.tsx'
import { ConfirmIdentity } from '../../features/settings/ConfirmIdentity.tsx'
import { DataExport } from '../../features/settings/DataExport.tsx'
import { EmailForm } from '../../features/settings/EmailForm.tsx'
import { LookChoice } from '../../features/settings/LookChoice.tsx'
import { NameForm } from '../../features/settings/NameForm.tsx'
import { NoPasswordYet, PasswordForm } from '../../features/settings/PasswordForm.tsx'
import { SecondFactor } from '../../features/settings/SecondFactor.tsx'
import { SessionList } from '../../features/settings/SessionList.tsx'
import { AccountPage } from './AccountPage.tsx'
import '../../features/settings/settings.css'

/** Loads the sections for programmers later, so that nobody else waits for their code. */
const loadKeys = () => import('../../features/settings/keys/KeysSection.tsx')
const loadWebhooks = () => import('../../features/settings/webhooks/WebhooksSection.tsx')

export function SettingsPage() {
  return (
    <AccountPage page="settings" headingLink={{ to: 'profile', label: dashboardWords.profileLink }}>
      {(user) => <Settings key={user.id} user={user} />}
    </AccountPage>
  )
}

function Settings({ user }: { user: User }) {
  const { passwords, oidc } = useSiteOptions()
  // The default is true, because most people have a password.
  const hasPassword = useQuery(profileQuery).data?.hasPassword ?? true
  const [editedForm, setEditedForm] = useState<'name' | 'email' | 'password' | 'secondFactor' | null>(null)
  const keysModule = useLoaded(loadKeys, 'settings')
  const webhooksModule = useLoaded(loadWebhooks, 'settings')
  const contextOf = (form: NonNullable<typeof editedForm>): AccountFormContext => ({
    user,
    hasPassword,
    onEdit: () => setEditedForm(form),
    isNext: editedForm === form,
  })
  return (
    <div className="settings">
      <NameForm {...contextOf('name')} />
      {!hasPassword && oidc !== null && <ConfirmIdentity provider={oidc} />}
      <EmailForm key={`email ${hasPassword}`} {...contextOf('email')} />
      {hasPassword && <PasswordForm {...contextOf('password')} />}
      {!hasPassword && passwords && <NoPasswordYet user={user} />}
      <SecondFactor key={`second factor ${hasPassword}`} {...contextOf('secondFactor')} />
      <SessionList />
      {keysModule && <keysModule.KeysSection user={user} />}
      {webhooksModule && <webhooksModule.WebhooksSection user={user} />}
      <LookChoice />
      <DataExport />
      <AccountDeletion hasPassword={hasPassword} />
    </div>
  )
}
