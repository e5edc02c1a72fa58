import { LANGUAGE_NAMES, LANGUAGES } from '@kerf/messages/languages'
import type { MouseEvent } from 'react'
import { LANGUAGE } from '#messages/language.ts'
import { messages } from '#messages/site.ts'

/** Each language is a build of its own, so another one is another page load: same address, `lang` asked for once. */
export function LanguageSwitch() {
  function follow(event: MouseEvent<HTMLAnchorElement>, language: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const address = new URL(location.href)
    address.searchParams.set('lang', language)
    location.assign(address)
  }
  return (
    <nav className="language-switch" aria-label={messages.layout.language}>
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          hrefLang={language}
          lang={language}
          aria-current={language === LANGUAGE ? 'true' : undefined}
          onClick={(event) => follow(event, language)}
        >
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  )
}
