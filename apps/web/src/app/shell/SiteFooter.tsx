import { LANGUAGE_NAMES, LANGUAGES } from '@kerf/messages/languages'
import { Link } from 'wouter'
import { LANGUAGE } from '#messages/language.ts'
import { messages, pageWords } from '#messages/site.ts'
import { ThemeSwitch } from '../../controls/ThemeSwitch.tsx'
import { sellsPlans } from '../../data/sells-plans.ts'
import { SectionLink } from './SectionLink.tsx'
import { Wordmark } from './Wordmark.tsx'

const words = messages.layout

const FOOTER_PAGES = [
  ['/tools', pageWords.tools.title],
  ['/api', pageWords.api.title],
  ['/changelog', pageWords.changelog.title],
  ['/contact', words.contact],
  ['/terms', words.terms],
  ['/privacy', words.privacy],
  ['/dmca', pageWords.dmca.title],
] as const

export function SiteFooter() {
  return (
    <footer className="site-footer page mt-[clamp(72px,11vw,144px)] flex flex-wrap items-center gap-x-8 gap-y-2 pb-8">
      <Link href="/" className="site-brand mr-auto max-menu:w-full" aria-label={words.home}>
        <Wordmark />
      </Link>
      <nav className="flex flex-wrap gap-x-5" aria-label={words.footerNavigation}>
        <SectionLink section="features">{words.features}</SectionLink>
        {sellsPlans() && <SectionLink section="pricing">{pageWords.subscription.title}</SectionLink>}
        {FOOTER_PAGES.map(([path, name]) => (
          <Link key={path} href={path}>
            {name}
          </Link>
        ))}
      </nav>
      <LanguageSwitch />
      <ThemeSwitch />
    </footer>
  )
}

/** Each language is a separate build, so a link loads the page again: the same address with the parameter `lang`. */
function LanguageSwitch() {
  return (
    <nav className="flex flex-wrap gap-x-5" aria-label={messages.layout.language}>
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          hrefLang={language}
          lang={language}
          aria-current={language === LANGUAGE ? 'true' : undefined}
          onClick={({ currentTarget }) => {
            const address = new URL(location.href)
            address.searchParams.set('lang', language)
            currentTarget.href = address.href
          }}
        >
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  )
}
