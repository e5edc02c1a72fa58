import { type ComponentType, lazy } from 'react'
import type { PageId } from '../data/navigation/pages.ts'
import { sellsPlans } from '../data/sells-plans.ts'
import { HomePage } from '../pages/home/HomePage.tsx'
import type { GuardProps } from './Guard.tsx'

/** Component whose code is loaded when it is first shown. Only the home page's code is loaded at once. */
function lazyComponent<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazy(async () => ({ default: (await load())[name] })) as ComponentType<Props>
}

const Guard = lazyComponent(() => import('./Guard.tsx'), 'Guard')

const ProfilePage = lazyComponent(() => import('../pages/dashboard/ProfilePage.tsx'), 'ProfilePage')
const BillingPage = lazyComponent(() => import('../pages/dashboard/BillingPage.tsx'), 'BillingPage')
const ReceiptPage = lazyComponent(() => import('../pages/dashboard/ReceiptPage.tsx'), 'ReceiptPage')
const JobsPage = lazyComponent(() => import('../pages/dashboard/JobsPage.tsx'), 'JobsPage')
const SettingsPage = lazyComponent(() => import('../pages/dashboard/SettingsPage.tsx'), 'SettingsPage')
const AdminPage = lazyComponent(() => import('../pages/admin/AdminPage.tsx'), 'AdminPage')

const SubscriptionPage = lazyComponent(() => import('../pages/subscription/SubscriptionPage.tsx'), 'SubscriptionPage')

/** Page that sells plans. Where nothing is sold, its address shows the 404 page. */
function PlansPage() {
  return sellsPlans() ? <SubscriptionPage /> : <NotFoundPage />
}

function withGuard(Page: ComponentType, area: GuardProps['area']): ComponentType {
  return function GuardedPage() {
    return (
      <Guard area={area}>
        <Page />
      </Guard>
    )
  }
}

/** Component of each page. */
export const ROUTES: Readonly<Record<PageId, ComponentType>> = {
  home: HomePage,
  signIn: lazyComponent(() => import('../pages/account/SignInPage.tsx'), 'SignInPage'),
  signUp: lazyComponent(() => import('../pages/account/SignUpPage.tsx'), 'SignUpPage'),
  forgotPassword: lazyComponent(() => import('../pages/account/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  resetPassword: lazyComponent(() => import('../pages/account/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  confirmEmail: lazyComponent(() => import('../pages/account/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  confirmNewsletter: lazyComponent(() => import('../pages/account/NewsletterPages.tsx'), 'ConfirmNewsletterPage'),
  endNewsletter: lazyComponent(() => import('../pages/account/NewsletterPages.tsx'), 'EndNewsletterPage'),
  setup: lazyComponent(() => import('../pages/account/SetupPage.tsx'), 'SetupPage'),
  terms: lazyComponent(() => import('../pages/legal/LegalPages.tsx'), 'TermsPage'),
  privacy: lazyComponent(() => import('../pages/legal/LegalPages.tsx'), 'PrivacyPage'),
  contact: lazyComponent(() => import('../pages/contact/ContactPage.tsx'), 'ContactPage'),
  subscription: PlansPage,
  device: lazyComponent(() => import('../pages/device/DevicePage.tsx'), 'DevicePage'),
  batch: lazyComponent(() => import('../pages/batch/BatchPage.tsx'), 'BatchPage'),
  profile: withGuard(ProfilePage, 'profile'),
  billing: withGuard(BillingPage, 'billing'),
  receipt: withGuard(ReceiptPage, 'receipt'),
  jobs: withGuard(JobsPage, 'jobs'),
  settings: withGuard(SettingsPage, 'settings'),
  admin: withGuard(AdminPage, 'admin'),
  adminTest: lazyComponent(() => import('../pages/admin/AdminTestPage.tsx'), 'AdminTestPage'),
  tools: lazyComponent(() => import('../pages/tools/ToolsPage.tsx'), 'ToolsPage'),
  api: lazyComponent(() => import('../pages/reference/ApiPage.tsx'), 'ApiPage'),
  changelog: lazyComponent(() => import('../pages/reference/ChangelogPage.tsx'), 'ChangelogPage'),
  dmca: lazyComponent(() => import('../pages/dmca/DmcaPage.tsx'), 'DmcaPage'),
}

export const NotFoundPage = lazyComponent(() => import('../pages/not-found/NotFoundPage.tsx'), 'NotFoundPage')
