import { openapiDocument } from '@kerf/contract/openapi'
import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { useMemo, useSyncExternalStore } from 'react'
import { keyWords } from '#messages/account/keys.ts'
import { webhookWords } from '#messages/account/webhooks.ts'
import { apiWords as words } from '#messages/reference.ts'
import { pageWords } from '#messages/site.ts'
import { ownServerAddress } from '../../browser/own-address.ts'
import { CopyableCode } from '../../controls/CopyableCode.tsx'
import { DocumentFrame } from '../../controls/DocumentFrame.tsx'
import { sellsPlans } from '../../data/sells-plans.ts'
import { CallEntry } from './CallEntry.tsx'
import { ReferenceSearch, useReferenceSearch } from './ReferenceSearch.tsx'
import { referenceGroups } from './reference-calls.ts'
import './reference.css'

const OPENAPI_PATH = '/api/openapi.json'
const groupName = (id: string): string => (words.groups as Readonly<Record<string, string>>)[id] ?? id

const EXAMPLE_CALLS = `ID=$(curl -s "$KERF/api/download" -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '{"url":"kerf:sample","ranges":[{"startTime":12.5,"endTime":20}]}' | jq -r .id)
curl -fOJ "$KERF/api/download/$ID/file?wait=50" -H "authorization: Bearer $KEY"`

const subscribeToNothing = (): (() => void) => () => {}

export function ApiPage() {
  const address = useSyncExternalStore(subscribeToNothing, ownServerAddress, () => 'http://localhost:3000')
  const search = useReferenceSearch()
  const isSelling = sellsPlans()
  // The document is made from the contract of this build, so it works offline and matches the server's own document.
  const groups = useMemo(() => referenceGroups(openapiDocument('', { sellsPlans: isSelling })), [isSelling])
  const matchingGroups = groups.map(({ id, calls }) => ({
    id,
    calls: calls.filter(({ text }) => search.matches(text)),
  }))
  const matchCount = matchingGroups.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <DocumentFrame
      title={pageWords.api.title}
      lead={words.lead}
      about={
        <>
          {words.documentNote}{' '}
          <a href={BASE_PATH + OPENAPI_PATH}>
            {words.document}, {OPENAPI_PATH}
          </a>
        </>
      }
      contents={words.contents}
      sections={groups.map(({ id }) => ({ id, title: groupName(id) }))}
      className="max-w-none"
    >
      <section id="start" aria-labelledby="start-title">
        <h2 id="start-title">{words.start}</h2>
        <p>{words.startNote}</p>
        <CopyableCode code={`KERF=${address}`} name={words.start} />
      </section>
      <section id="key" aria-labelledby="key-title">
        <h2 id="key-title">{keyWords.howTo}</h2>
        <p>{words.keyNote}</p>
        <CopyableCode code={EXAMPLE_CALLS} name={keyWords.howTo} />
      </section>
      <section id="signature" aria-labelledby="signature-title">
        <h2 id="signature-title">{webhookWords.howTo}</h2>
        <p>{words.signatureNote}</p>
      </section>
      <ReferenceSearch search={search} label={words.search} found={words.found(matchCount)} />
      {matchingGroups.map(({ id, calls }, index) => (
        <section key={id} className="folded" aria-labelledby={`${id}-title`} hidden={calls.length === 0}>
          <details open={search.searching || index === 0}>
            <summary>
              <h2 id={`${id}-title`}>{groupName(id)}</h2> <span>{words.found(calls.length)}</span>
            </summary>
            {/* The id is inside the details, because browsers open the details around the target of a link. */}
            <div id={id}>
              {calls.map((call) => (
                <CallEntry key={call.id} call={call} />
              ))}
            </div>
          </details>
        </section>
      ))}
    </DocumentFrame>
  )
}
