import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { buttonClass } from '@kerf/ui/Button'
import { useState } from 'react'
import { Link } from 'wouter'
import { pageWords } from '#messages/site.ts'
import { toolsWords as words } from '#messages/tools.ts'
import { ownServerAddress } from '../../browser/own-address.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { CopyableCode } from '../../controls/CopyableCode.tsx'
import { DocumentFrame } from '../../controls/DocumentFrame.tsx'
import { PAGES } from '../../data/navigation/pages.ts'
import { bookmarkletFor } from './bookmarklet.ts'

const SECTION_IDS = ['bookmarklet', 'phone', 'extension', 'programs'] as const

/** Page about ways to open videos in Kerf from other places: a bookmark, a phone, the browser extension, programs. */
export function ToolsPage() {
  // The address is not known while the page is prerendered.
  const address = useIsHydrated() ? ownServerAddress() : ''
  const { bookmarklet, phone, extension, programs } = words
  const sections = SECTION_IDS.map((id) => ({ id, title: words[id].title }))
  return (
    <DocumentFrame title={pageWords.tools.title} lead={words.lead} contents={pageWords.tools.title} sections={sections}>
      <section id="bookmarklet" aria-labelledby="bookmarklet-title">
        <h2 id="bookmarklet-title">{bookmarklet.title}</h2>
        <p>{bookmarklet.text}</p>
        {address !== '' && (
          <>
            <Bookmarklet address={bookmarkletFor(address)} />
            <p>{bookmarklet.byHand}</p>
            <CopyableCode code={bookmarkletFor(address)} name={bookmarklet.title} />
          </>
        )}
      </section>
      <section id="phone" aria-labelledby="phone-title">
        <h2 id="phone-title">{phone.title}</h2>
        <p>{phone.android}</p>
        <p>{phone.iphone}</p>
      </section>
      <section id="extension" aria-labelledby="extension-title">
        <h2 id="extension-title">{extension.title}</h2>
        <p>{extension.text}</p>
        <p>{extension.install}</p>
        <CopyableCode code="npm ci && npm run build:extension" name={extension.title} />
        <p>{extension.load}</p>
      </section>
      <section id="programs" aria-labelledby="programs-title">
        <h2 id="programs-title">{programs.title}</h2>
        <p>{programs.text}</p>
        {address !== '' && (
          <CopyableCode
            code={`KERF_KEY=kerf_... npm run kerf -- cut LINK -f 1:02 -d 10 --server ${address}`}
            name="kerf cut"
          />
        )}
        <p>{programs.assistants}</p>
        {address !== '' && <CopyableCode code={`${address}/mcp`} name="MCP" />}
        <p className="flex flex-wrap gap-x-4">
          <Link href={PAGES.settings.path}>{programs.keys}</Link>
          <Link href={PAGES.api.path}>{pageWords.api.title}</Link>
        </p>
      </section>
    </DocumentFrame>
  )
}

/** Link to drag to the bookmarks. A press on it here would only open this page again, so it shows a hint. */
function Bookmarklet({ address }: { address: string }) {
  const [isPressed, setPressed] = useState(false)
  function setUpLink(link: HTMLAnchorElement): () => void {
    // React refuses `javascript:` addresses in properties.
    link.setAttribute('href', address)
    const showHint = (event: Event): void => {
      event.preventDefault()
      setPressed(true)
    }
    link.addEventListener('click', showHint)
    return () => link.removeEventListener('click', showHint)
  }
  return (
    <>
      <p>
        <a ref={setUpLink} className={buttonClass({ variant: 'primary' })} href="#bookmarklet">
          {words.bookmarklet.name(PRODUCT_NAME)}
        </a>
      </p>
      <p role="status">{isPressed && words.bookmarklet.pressed}</p>
    </>
  )
}
