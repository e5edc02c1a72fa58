import { type ComponentType, lazy } from 'react'
import { guardWords } from '#messages/guard.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { Guard } from './Guard.tsx'
import type { PageId } from './pages.ts'

/** The home page is there at once; every other page's code is loaded when somebody goes there. */
const later = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

const ProfilePage = later(() => import('../features/profile/ProfilePage.tsx'), 'ProfilePage')
const BillingPage = later(() => import('../features/dashboard/BillingPage.tsx'), 'BillingPage')
const JobsPage = later(() => import('../features/dashboard/JobsPage.tsx'), 'JobsPage')
const SettingsPage = later(() => import('../features/dashboard/SettingsPage.tsx'), 'SettingsPage')
const AdminPage = later(() => import('../features/admin/AdminPage.tsx'), 'AdminPage')

function guarded(Page: ComponentType, needs: 'account' | 'admin', area = ''): ComponentType {
  return function GuardedPage() {
    return (
      <Guard needs={needs} area={area}>
        <Page />
      </Guard>
    )
  }
}

/** What is shown at each page's address. */
export const ROUTES: Readonly<Record<PageId, ComponentType>> = {
  home: HomePage,
  signIn: later(() => import('../features/account/SignInPage.tsx'), 'SignInPage'),
  signUp: later(() => import('../features/account/SignUpPage.tsx'), 'SignUpPage'),
  forgotPassword: later(() => import('../features/account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  resetPassword: later(() => import('../features/account/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  terms: later(() => import('../features/legal/TermsPage.tsx'), 'TermsPage'),
  privacy: later(() => import('../features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
  contact: later(() => import('../features/contact/ContactPage.tsx'), 'ContactPage'),
  subscription: later(() => import('../features/pricing/SubscriptionPage.tsx'), 'SubscriptionPage'),
  profile: guarded(ProfilePage, 'account', guardWords.areas.profile),
  billing: guarded(BillingPage, 'account', guardWords.areas.billing),
  jobs: guarded(JobsPage, 'account', guardWords.areas.jobs),
  settings: guarded(SettingsPage, 'account', guardWords.areas.settings),
  admin: guarded(AdminPage, 'admin'),
  adminTest: later(() => import('../features/admin/AdminTestPage.tsx'), 'AdminTestPage'),
  api: later(() => import('../features/reference/ApiPage.tsx'), 'ApiPage'),
  changelog: later(() => import('../features/reference/ChangelogPage.tsx'), 'ChangelogPage'),
  dmca: later(() => import('../features/dmca/DmcaPage.tsx'), 'DmcaPage'),
}

export const NotFoundPage = later(() => import('../features/not-found/NotFoundPage.tsx'), 'NotFoundPage')
