import { Button } from '@kerf/ui/Button'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { SettingsSection } from './AccountForm.tsx'
import { CopyButton } from './CopyButton.tsx'

/** Secret of a key or a webhook, which the server sends only once. */
export interface NewSecret {
  id: string
  secret: string
  text: string
}

interface ProgramsSectionProps<Program> {
  words: Record<'title' | 'text' | 'howTo' | 'list' | 'none', string>
  secretWords: Record<'title' | 'copy' | 'close', string>
  /** Part of the API page that says more. */
  howTo: string
  query: UseQueryOptions<Program[], Error, Program[], string[]>
  row: (program: Program, shownSecret: ReactNode, onSecret: (secret: NewSecret) => void) => ReactNode
  /** Form for a new key or webhook. */
  form: (onSecret: (secret: NewSecret) => void) => ReactNode
}

/** Section of the API keys or the webhooks of the account: list, new secret, and form for a new one. */
export function ProgramsSection<Program extends { id: string }>(props: ProgramsSectionProps<Program>) {
  const { words, secretWords, howTo, query, row, form } = props
  const { data, error, refetch, isFetching } = useQuery(query)
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  useFailureToast(error)
  const note = (
    <>
      {words.text}{' '}
      <Link className="link" href={`${PAGES.api.path}#${howTo}`}>
        {words.howTo}
      </Link>
    </>
  )
  const shownSecret = newSecret && (
    <div className="shown-secret" role="status">
      <p className="font-semibold">{secretWords.title}</p>
      <p className="note">{newSecret.text}</p>
      <code className="second-factor-secret">{newSecret.secret}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={secretWords.copy} text={newSecret.secret} copied={secretWords.title} />
        <Button variant="paper" size="small" onClick={() => setNewSecret(null)}>
          {secretWords.close}
        </Button>
      </div>
    </div>
  )
  return (
    <SettingsSection title={words.title} note={note}>
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className="rows mb-6" aria-label={words.list}>
              {data.map((program) => row(program, newSecret?.id === program.id && shownSecret, setNewSecret))}
            </ul>
          ) : (
            <p className="note mb-5">{words.none}</p>
          )}
          {form(setNewSecret)}
        </>
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status" aria-label={dashboardWords.loading}>
          <span className="dashboard-blank h-5 w-48" />
        </div>
      )}
    </SettingsSection>
  )
}
