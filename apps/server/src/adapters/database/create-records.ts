import type { PgBoss } from 'pg-boss'
import { createCutQueueRecords } from '../job-queue/cut-queue.ts'
import { createMailQueueRecords } from '../job-queue/mail-queue.ts'
import { createAccountRecords } from './accounts/accounts.ts'
import { createApiKeyRecords } from './accounts/api-keys.ts'
import { createInvitationRecords, createSetupLinkRecords } from './accounts/invitations.ts'
import { createPeopleRecords } from './accounts/people.ts'
import { createAttemptRecords, createSessionRecords, createTokenRecords } from './accounts/sessions.ts'
import { createUserDataRecords, createViewerRecords } from './accounts/user-data.ts'
import { createClipRecords } from './clips/clips.ts'
import { createBatchRecords, createDownloadRecords } from './clips/downloads.ts'
import { createJobRecords } from './clips/jobs.ts'
import { createQuotaRecords } from './clips/quota.ts'
import { createShareRecords } from './clips/shares.ts'
import { createResolutionRecords, createVideoRecords } from './clips/videos.ts'
import { createContactMessageRecords, createNewsletterRecords } from './email/messages.ts'
import type { Executor } from './engine/executor.ts'
import { createAuditRecords } from './moderation/audit.ts'
import { createBlocklistRecords } from './moderation/blocklist.ts'
import { createSealedSecretRecords, createSettingRecords } from './moderation/settings.ts'
import { createTakedownNoticeRecords } from './moderation/takedown-notices.ts'
import { createEndingPlanRecords, createLedgerRecords, createPlanEntryRecords } from './payments/ledger.ts'
import { createOrderRecords, createWebhookEventRecords } from './payments/payments.ts'
import { createDailyStorageRecords, createMetricRecords } from './payments/stats.ts'
import { createWebhookDeliveryRecords, createWebhookRecords } from './webhooks/webhooks.ts'

/** All records over an executor. With a transaction as executor, all changes are part of that transaction. */
export function createRecords(executor: Executor, boss: PgBoss) {
  return {
    viewers: createViewerRecords(executor),
    videos: createVideoRecords(executor),
    resolutions: createResolutionRecords(executor),
    clips: createClipRecords(executor),
    downloads: createDownloadRecords(executor),
    shares: createShareRecords(executor),
    quota: createQuotaRecords(executor),
    cutQueue: createCutQueueRecords(executor, boss),
    accounts: createAccountRecords(executor),
    sessions: createSessionRecords(executor),
    apiKeys: createApiKeyRecords(executor),
    userData: createUserDataRecords(executor),
    tokens: createTokenRecords(executor),
    invitations: createInvitationRecords(executor),
    setupLinks: createSetupLinkRecords(executor),
    attempts: createAttemptRecords(executor),
    mailQueue: createMailQueueRecords(executor, boss),
    contactMessages: createContactMessageRecords(executor),
    newsletter: createNewsletterRecords(executor),
    settings: createSettingRecords(executor),
    batches: createBatchRecords(executor),
    orders: createOrderRecords(executor),
    sealedSecrets: createSealedSecretRecords(executor),
    ledger: createLedgerRecords(executor),
    webhookEvents: createWebhookEventRecords(executor),
    endingPlans: createEndingPlanRecords(executor),
    audit: createAuditRecords(executor),
    stats: createMetricRecords(executor),
    dailyStorage: createDailyStorageRecords(executor),
    people: createPeopleRecords(executor),
    planEntries: createPlanEntryRecords(executor),
    jobs: createJobRecords(executor),
    blocklist: createBlocklistRecords(executor),
    takedownNotices: createTakedownNoticeRecords(executor),
    webhooks: createWebhookRecords(executor),
    webhookDeliveries: createWebhookDeliveryRecords(executor),
  }
}
