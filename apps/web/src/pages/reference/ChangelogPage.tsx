import { Fragment } from 'react'
import { DATE_LOCALE } from '#messages/language.ts'
import { changelogWords as words } from '#messages/reference.ts'
import { pageWords } from '#messages/site.ts'
import changelog from '../../../../../CHANGELOG.md?raw'
import { DocumentFrame } from '../../controls/DocumentFrame.tsx'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { ReferenceSearch, useReferenceSearch } from './ReferenceSearch.tsx'
import { type Block, type Inline, inlineText, readChangelog, withoutPlans } from './read-changelog.ts'
import { showInline } from './show-inline.tsx'
import './reference.css'

const allReleases = readChangelog(changelog)
const releaseNameOf = (version: string): string => (version === 'Unreleased' ? words.unreleased : version)
const releaseIdOf = (version: string): string => `v${version}`

/** Changes from the repository's CHANGELOG.md, which is in English in every language of the page. */
export function ChangelogPage() {
  const search = useReferenceSearch()
  const releases = sellsPlans() ? allReleases : allReleases.map(withoutPlans)
  const searchedReleases = releases.map((release) => ({
    ...release,
    items: release.blocks
      .flatMap((block) => (block.kind === 'list' ? block.items : []))
      .filter((item) => search.matches(inlineText(item))),
  }))
  const matchCount = searchedReleases.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <DocumentFrame
      title={pageWords.changelog.title}
      lead={releases.length > 0 ? words.lead : words.failed}
      contents={words.contents}
      sections={releases.map(({ version }) => ({ id: releaseIdOf(version), title: releaseNameOf(version) }))}
      className="changelog"
    >
      <ReferenceSearch search={search} label={words.search} found={words.found(matchCount)} />
      {searchedReleases.map(({ version, date, blocks, items }, index) => (
        <section
          key={version}
          className="folded"
          aria-labelledby={`${releaseIdOf(version)}-title`}
          hidden={search.searching && items.length === 0}
        >
          <details open={search.searching || index === 0}>
            <summary>
              <h2 id={`${releaseIdOf(version)}-title`}>{releaseNameOf(version)}</h2>{' '}
              {date && <time dateTime={date}>{formatLongDate(date, DATE_LOCALE, 'UTC')}</time>}
            </summary>
            <div id={releaseIdOf(version)} lang="en">
              {search.searching ? showList(items, 0) : groupBySubject(blocks).map(showSubject)}
            </div>
          </details>
        </section>
      ))}
    </DocumentFrame>
  )
}

/** Heading of the fourth level, or null, and the blocks below it up to the next heading. */
interface Subject {
  name: string | null
  blocks: Block[]
}

function groupBySubject(blocks: readonly Block[]): Subject[] {
  const subjects: Subject[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 4) subjects.push({ name: block.text, blocks: [] })
    else if (block.kind === 'heading' || subjects.length === 0) subjects.push({ name: null, blocks: [block] })
    else subjects.at(-1)?.blocks.push(block)
  }
  return subjects
}

// The content never changes after it is rendered, so indexes can be keys.
function showSubject({ name, blocks }: Subject, index: number) {
  if (name === null) return <Fragment key={index}>{blocks.map(showBlock)}</Fragment>
  return (
    <details key={index} className="subject">
      <summary>
        <h4 className="font-semibold">{name}</h4>
      </summary>
      {blocks.map(showBlock)}
    </details>
  )
}

function showBlock(block: Block, index: number) {
  if (block.kind === 'heading')
    return (
      <h3 key={index} className="not-first:mt-6">
        {block.text}
      </h3>
    )
  return block.kind === 'list' ? showList(block.items, index) : <p key={index}>{block.inline.map(showInline)}</p>
}

const showList = (items: readonly Inline[][], index: number) => (
  <ul key={index}>
    {items.map((item) => (
      <li
        key={JSON.stringify(item)}
        className="grid grid-cols-[9px_minmax(0,1fr)] gap-3 text-pretty before:mt-[0.8em] before:h-px before:bg-current"
      >
        <span>{item.map(showInline)}</span>
      </li>
    ))}
  </ul>
)
