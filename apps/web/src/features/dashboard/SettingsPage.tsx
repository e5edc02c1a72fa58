import type { User } from '@kerf/contract/auth'
import { useState } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/dashboard.ts'
import { PAGES } from '../../app/pages.ts'
import { AccountDeletion } from './AccountDeletion.tsx'
import { AccountPage } from './AccountPage.tsx'
import { DataExport } from './DataExport.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LookChoice } from './LookChoice.tsx'
import { NameForm } from './NameForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionList } from './SessionList.tsx'
import type { SettingsFormPlace } from './settings-form-props.ts'
import './settings.css'
import './second-factor.css'

export function SettingsPage() {
  return (
    <AccountPage
      page="settings"
      beside={
        <Link href={PAGES.profile.path} className="desk-more">
          {dashboardWords.profileLink}
        </Link>
      }
    >
      {(user) => <Settings key={user.id} user={user} />}
    </AccountPage>
  )
}

function Settings({ user }: { user: User }) {
  const [edited, setEdited] = useState<'name' | 'email' | 'password' | 'secondFactor' | null>(null)
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
      <LookChoice />
      <DataExport />
      <AccountDeletion />
    </div>
  )
}
