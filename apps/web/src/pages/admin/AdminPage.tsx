import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../data/queries/query-client.ts'
import { StatStrip } from '../../features/admin/stats/StatStrip.tsx'
import { AdminHead } from './AdminHead.tsx'
import { AdminTabs } from './AdminTabs.tsx'
import { SecondFactorNeeded } from './SecondFactorNeeded.tsx'
import { useNeedsSecondFactor } from './use-needs-second-factor.ts'
import '../../features/admin/admin.css'

/** Everything about the installation and the people on it. */
export function AdminPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="page admin">
        <AdminPanel />
      </div>
    </QueryClientProvider>
  )
}

function AdminPanel() {
  if (useNeedsSecondFactor()) return <SecondFactorNeeded />
  return (
    <>
      <AdminHead />
      <StatStrip />
      <AdminTabs />
    </>
  )
}
