import { type ComponentType, lazy } from 'react'
import type { PageId } from '../data/navigation/pages.ts'
import { siteOptions } from '../data/site-options.ts'
import { HomePage } from '../pages/home/HomePage.tsx'
import type { GuardProps } from './Guard.tsx'

/** The home page is there at once; every other page's code is loaded when somebody goes there. */
function later<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazy(async () => ({ default: (await load())[name] })) as ComponentType<Props>
}

const Guard = later(() => import('./Guard.tsx'), 'Guard')

const ProfilePage = later(() => import('../pages/dashboard/ProfilePage.tsx'), 'ProfilePage')
const BillingPage = later(() => import('../pages/dashboard/BillingPage.tsx'), 'BillingPage')
const ReceiptPage = later(() => import('../pages/dashboard/ReceiptPage.tsx'), 'ReceiptPage')
const JobsPage = later(() => import('../pages/dashboard/JobsPage.tsx'), 'JobsPage')
const SettingsPage = later(() => import('../pages/dashboard/SettingsPage.tsx'), 'SettingsPage')
const AdminPage = later(() => import('../pages/admin/AdminPage.tsx'), 'AdminPage')

/** Not there where the operator sells nothing: the server sends what it sends for an unknown address. */
function sold(Page: ComponentType): ComponentType {
  return function SoldPage() {
    return siteOptions().plans ? <Page /> : <NotFoundPage />
  }
}

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
  signIn: later(() => import('../pages/account/SignInPage.tsx'), 'SignInPage'),
  signUp: later(() => import('../pages/account/SignUpPage.tsx'), 'SignUpPage'),
  forgotPassword: later(() => import('../pages/account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  resetPassword: later(() => import('../pages/account/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  confirmEmail: later(() => import('../pages/account/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  confirmNewsletter: later(() => import('../pages/account/NewsletterPages.tsx'), 'ConfirmNewsletterPage'),
  endNewsletter: later(() => import('../pages/account/NewsletterPages.tsx'), 'EndNewsletterPage'),
  setup: later(() => import('../pages/account/SetupPage.tsx'), 'SetupPage'),
  terms: later(() => import('../pages/legal/LegalPages.tsx'), 'TermsPage'),
  privacy: later(() => import('../pages/legal/LegalPages.tsx'), 'PrivacyPage'),
  contact: later(() => import('../pages/contact/ContactPage.tsx'), 'ContactPage'),
  subscription: sold(later(() => import('../pages/subscription/SubscriptionPage.tsx'), 'SubscriptionPage')),
  batch: later(() => import('../pages/batch/BatchPage.tsx'), 'BatchPage'),
  profile: guarded(ProfilePage, 'profile'),
  billing: sold(guarded(BillingPage, 'billing')),
  receipt: sold(guarded(ReceiptPage, 'receipt')),
  jobs: guarded(JobsPage, 'jobs'),
  settings: guarded(SettingsPage, 'settings'),
  admin: guarded(AdminPage, 'admin'),
  adminTest: later(() => import('../pages/admin/AdminTestPage.tsx'), 'AdminTestPage'),
  tools: later(() => import('../pages/tools/ToolsPage.tsx'), 'ToolsPage'),
  api: later(() => import('../pages/reference/ApiPage.tsx'), 'ApiPage'),
  changelog: later(() => import('../pages/reference/ChangelogPage.tsx'), 'ChangelogPage'),
  dmca: later(() => import('../pages/dmca/DmcaPage.tsx'), 'DmcaPage'),
}

export const NotFoundPage = later(() => import('../pages/not-found/NotFoundPage.tsx'), 'NotFoundPage')
