import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { guardWords } from '#messages/account/account.ts'
import { adminWords } from '#messages/admin.ts'
import { pageWords } from '#messages/site.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { useSession } from '../../data/session/session.ts'
import { statsQuery, usersQuery } from '../../features/admin/admin-queries.ts'
import { PanelTitle } from './AdminHead.tsx'
import '../../features/admin/admin.css'

const words = adminWords.raw
const ANSWER_CLASSES = 'mt-3 rounded-bar bg-surface p-4 text-small/[1.5] whitespace-pre-wrap wrap-anywhere time'

/** The raw answers of the panel's first two calls: they show whether a wrong number comes from the server or the page. */
export function AdminTestPage() {
  const session = useSession()
  // The session's role is in lower case, however the server spelt it.
  const isAdmin = session.state === 'signed_in' && session.user.role === 'admin'
  return (
    <section className="page admin">
      <PanelTitle title={pageWords.adminTest.title} />
      {session.state === 'unknown' && <p role="status">{guardWords.loading}</p>}
      {session.state !== 'unknown' && !isAdmin && <p role="alert">{words.needsAdmin}</p>}
      {isAdmin && (
        <QueryClientProvider client={queryClient}>
          <RawAnswers />
        </QueryClientProvider>
      )}
    </section>
  )
}

function RawAnswers() {
  const stats = useQuery(statsQuery)
  const users = useQuery(usersQuery({ search: '', filter: 'all', sort: 'newest', page: 1 }))
  return (
    <>
      <RawAnswer title={adminWords.stats.label} data={stats.data} error={stats.error} />
      <RawAnswer title={words.users} data={users.data?.items} error={users.error} />
    </>
  )
}

function RawAnswer({ title, data, error }: { title: string; data: unknown; error: Error | null }) {
  const text = data === undefined ? null : JSON.stringify(data, null, 2)
  return (
    <section className="mt-8">
      <h2>{title}</h2>
      {error && <p role="alert">{failureSentence(error)}</p>}
      {text === null ? (
        !error && <p role="status">{adminWords.loading}</p>
      ) : (
        <pre className={ANSWER_CLASSES}>{text}</pre>
      )}
    </section>
  )
}
