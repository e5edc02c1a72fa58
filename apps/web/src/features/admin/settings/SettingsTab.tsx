import { useQuery } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { settingsQuery } from '../admin-queries.ts'
import { HealthSection } from './HealthSection.tsx'
import { ProcessesSection } from './ProcessesSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { StorageSection } from './StorageSection.tsx'

const words = adminSettingsWords.settings

export function SettingsTab() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <div className="grid grid-cols-2 items-start gap-x-16 gap-y-10 max-desk:grid-cols-1">
      {data && <SettingsForm settings={data} />}
      {!data && error && (
        <ReadFailed lead={words.failed} error={error} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {!data && !error && (
        <div className="min-h-180 bg-surface rounded-bar" role="status" aria-label={adminWords.loading} />
      )}
      <div className="grid gap-12 [&_.band]:mt-3.5">
        <StorageSection />
        <HealthSection />
      </div>
      <ProcessesSection />
    </div>
  )
}
