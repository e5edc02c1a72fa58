import type { User } from '@kerf/contract/auth'
import { useState } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { AccountDeletion } from '../../features/settings/AccountDeletion.tsx'
import { DataExport } from '../../features/settings/DataExport.tsx'
import { EmailForm } from '../../features/settings/EmailForm.tsx'
import { LookChoice } from '../../features/settings/LookChoice.tsx'
import { NameForm } from '../../features/settings/NameForm.tsx'
import { PasswordForm } from '../../features/settings/PasswordForm.tsx'
import { SecondFactor } from '../../features/settings/SecondFactor.tsx'
import { SessionList } from '../../features/settings/SessionList.tsx'
import type { SettingsFormPlace } from '../../features/settings/SettingsForm.tsx'
import { AccountPage } from './AccountPage.tsx'
import '../../features/settings/settings.css'

/** For programmers: nobody else waits for it. */
const loadWebhooks = () => import('../../features/settings/webhooks/WebhooksSection.tsx')

export function SettingsPage() {
  return (
    <AccountPage page="settings" beside={{ to: 'profile', label: dashboardWords.profileLink }}>
      {(user) => <Settings key={user.id} user={user} />}
    </AccountPage>
  )
}

function Settings({ user }: { user: User }) {
  const [edited, setEdited] = useState<'name' | 'email' | 'password' | 'secondFactor' | null>(null)
  const webhooks = useLoaded(loadWebhooks, 'settings')
  const place = (form: NonNullable<typeof edited>): SettingsFormPlace => ({
    user,
    onEdit: () => setEdited(form),
    isNext: edited === form,
  })
  return (
    <div className="settings">
      <NameForm {...place('name')} />
      <EmailForm {...place('email')} />
      <PasswordForm {...place('password')} />
      <SecondFactor {...place('secondFactor')} />
      <SessionList />
      {webhooks && <webhooks.WebhooksSection />}
      <LookChoice />
      <DataExport />
      <AccountDeletion />
    </div>
  )
}
