import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { scrollToSection } from '../../browser/scroll-to-section.ts'

interface SectionLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  section: string
  onFollow?: () => void
}

/** Leads to a section of the home page: scrolls there when it is on the page, goes to the home page when it is not. */
export function SectionLink({ section, onFollow, ...rest }: SectionLinkProps) {
  const [, navigate] = useLocation()
  function follow(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onFollow?.()
    if (scrollToSection(section)) history.replaceState(history.state, '', `#${section}`)
    else navigate(`/#${section}`)
  }
  return <a href={`/#${section}`} onClick={follow} {...rest} />
}
