import { changelogWords as words } from '#messages/reference.ts'
import { pageWords } from '#messages/site.ts'
import changelog from '../../../../../CHANGELOG.md?raw'
import { dayWords } from '../../data/formatting/dates.ts'
import { type Block, type Inline, readChangelog } from './read-changelog.ts'
import '../../controls/document.css'
import './reference.css'

const releases = readChangelog(changelog)
const nameOf = (version: string): string => (version === 'Unreleased' ? words.unreleased : version)
const idOf = (version: string): string => `v${version}`

/** What has changed, from the repository's CHANGELOG.md. It is written in English whatever the page speaks. */
export function ChangelogPage() {
  return (
    <article className="page document">
      <header>
        <h1>{pageWords.changelog.title}</h1>
        <p className="home-lead">{releases.length > 0 ? words.lead : words.failed}</p>
      </header>
      <nav className="document-contents" aria-label={words.contents}>
        <ol>
          {releases.map(({ version }) => (
            <li key={version}>
              <a href={`#${idOf(version)}`}>{nameOf(version)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="document-text changelog">
        {releases.map(({ version, date, blocks }) => (
          <section key={version} id={idOf(version)} aria-labelledby={`${idOf(version)}-title`}>
            <h2 id={`${idOf(version)}-title`}>{nameOf(version)}</h2>
            {date && (
              <p className="document-date">
                <time dateTime={date}>{dayWords(date, words.dateLocale, 'UTC')}</time>
              </p>
            )}
            <div lang="en">{blocks.map(showBlock)}</div>
          </section>
        ))}
      </div>
    </article>
  )
}

// Nothing here moves once it is rendered, so places will do as keys.
function showBlock(block: Block, place: number) {
  if (block.kind === 'heading')
    return block.level === 3 ? <h3 key={place}>{block.text}</h3> : <h4 key={place}>{block.text}</h4>
  if (block.kind === 'paragraph') return <p key={place}>{block.inline.map(showInline)}</p>
  return (
    <ul key={place}>
      {block.items.map((item) => (
        <li key={JSON.stringify(item)}>
          <span>{item.map(showInline)}</span>
        </li>
      ))}
    </ul>
  )
}

function showInline(part: Inline, place: number) {
  if (part.kind === 'link') {
    return (
      <a key={place} href={part.address}>
        {part.text}
      </a>
    )
  }
  if (part.kind === 'strong') return <strong key={place}>{part.text}</strong>
  return part.kind === 'code' ? <code key={place}>{part.text}</code> : part.text
}
