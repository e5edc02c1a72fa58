import { type ComponentType, lazy } from 'react'
import { HomePage } from '../features/home/HomePage.tsx'
import type { GuardProps } from './Guard.tsx'
import type { PageId } from './pages.ts'

/** The home page is there at once; every other page's code is loaded when somebody goes there. */
function later<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazy(async () => ({ default: (await load())[name] })) as ComponentType<Props>
}

const Guard = later(() => import('./Guard.tsx'), 'Guard')

const ProfilePage = later(() => import('../features/profile/ProfilePage.tsx'), 'ProfilePage')
const BillingPage = later(() => import('../features/dashboard/BillingPage.tsx'), 'BillingPage')
const ReceiptPage = later(() => import('../features/dashboard/ReceiptPage.tsx'), 'ReceiptPage')
const JobsPage = later(() => import('../features/dashboard/JobsPage.tsx'), 'JobsPage')
const SettingsPage = later(() => import('../features/dashboard/SettingsPage.tsx'), 'SettingsPage')
const AdminPage = later(() => import('../features/admin/AdminPage.tsx'), 'AdminPage')

function guarded(Page: ComponentType, area: GuardProps['area']): ComponentType {
  return function GuardedPage() {
    return (
      <Guard area={area}>
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
  confirmEmail: later(() => import('../features/mailed-links/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  confirmNewsletter: later(() => import('../features/mailed-links/ConfirmNewsletterPage.tsx'), 'ConfirmNewsletterPage'),
  endNewsletter: later(() => import('../features/mailed-links/EndNewsletterPage.tsx'), 'EndNewsletterPage'),
  terms: later(() => import('../features/legal/TermsPage.tsx'), 'TermsPage'),
  privacy: later(() => import('../features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
  contact: later(() => import('../features/contact/ContactPage.tsx'), 'ContactPage'),
  subscription: later(() => import('../features/pricing/SubscriptionPage.tsx'), 'SubscriptionPage'),
  batch: later(() => import('../features/batch/BatchPage.tsx'), 'BatchPage'),
  profile: guarded(ProfilePage, 'profile'),
  billing: guarded(BillingPage, 'billing'),
  receipt: guarded(ReceiptPage, 'receipt'),
  jobs: guarded(JobsPage, 'jobs'),
  settings: guarded(SettingsPage, 'settings'),
  admin: guarded(AdminPage, 'admin'),
  adminTest: later(() => import('../features/admin/AdminTestPage.tsx'), 'AdminTestPage'),
  api: later(() => import('../features/reference/ApiPage.tsx'), 'ApiPage'),
  changelog: later(() => import('../features/reference/ChangelogPage.tsx'), 'ChangelogPage'),
  dmca: later(() => import('../features/dmca/DmcaPage.tsx'), 'DmcaPage'),
}

export const NotFoundPage = later(() => import('../features/not-found/NotFoundPage.tsx'), 'NotFoundPage')
