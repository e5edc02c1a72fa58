import { Link } from 'wouter'
import { messages } from '#messages/site.ts'
import { ThemeSwitch } from '../../controls/ThemeSwitch.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { SectionLink } from './SectionLink.tsx'
import { Wordmark } from './Wordmark.tsx'

const words = messages.layout

const PAGES = [
  ['/api', words.api],
  ['/changelog', words.changelog],
  ['/contact', words.contact],
  ['/terms', words.terms],
  ['/privacy', words.privacy],
  ['/dmca', words.dmca],
] as const

export function SiteFooter() {
  return (
    <footer className="site-footer page">
      <Link href="/" className="site-brand" aria-label={words.home}>
        <Wordmark />
      </Link>
      <nav className="flex flex-wrap gap-x-5" aria-label={words.footerNavigation}>
        <SectionLink section="features">{words.features}</SectionLink>
        <SectionLink section="pricing">{words.pricing}</SectionLink>
        {PAGES.map(([path, name]) => (
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
