import type { MouseEvent } from 'react'
import { useSyncExternalStore } from 'react'
import { messages } from '#messages/messages.ts'
import { LANGUAGES } from '../../messages/languages.ts'

const never = (): (() => void) => () => {}

/** Each language is a build of its own, so another one is another page load: same address, `lang` asked for once. */
export function LanguageSwitch() {
  const current = useSyncExternalStore(
    never,
    () => document.documentElement.lang,
    () => null,
  )
  function follow(event: MouseEvent<HTMLAnchorElement>, code: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const address = new URL(location.href)
    address.searchParams.set('lang', code)
    location.assign(address)
  }
  return (
    <nav className="language-switch" aria-label={messages.layout.language}>
      {LANGUAGES.map(({ code, name }) => (
        <a
          key={code}
          href={`?lang=${code}`}
          hrefLang={code}
          lang={code}
          aria-current={code === current ? 'true' : undefined}
          onClick={(event) => follow(event, code)}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
