import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { PAGES } from '../../app/pages.ts'
import { healthQuery } from './admin-queries.ts'
import { addressOf } from './admin-tabs.ts'
import { clockWords } from './figures.ts'
import { troubledParts } from './settings/health-parts.ts'

const words = adminWords.health

/** The page's name, and in one line whether anything is wrong. */
export function AdminHead() {
  const { data, error, dataUpdatedAt } = useQuery(healthQuery)
  const troubled = data ? troubledParts(data).length : 0
  return (
    <header className="admin-head">
      <h1>{adminWords.title}</h1>
      <p>
        {error && words.unknown}
        {!error && data && troubled === 0 && words.good}
        {!error && troubled > 0 && (
          <Link href={addressOf(PAGES.admin.path, 'settings')}>{words.troubled(troubled)}</Link>
        )}
        {!error && data && (
          <>
            {' '}
            {words.checked} <span className="time">{clockWords(dataUpdatedAt)}</span>
          </>
        )}
      </p>
    </header>
  )
}
