import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { scrollToSection } from '../../browser/scroll-to-section.ts'

interface SectionLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  section: string
  onFollow?: () => void
}

/** Link to a section of the home page. It scrolls to the section where the page has it, else it opens the home page. */
export function SectionLink({ section, onFollow, ...linkProps }: SectionLinkProps) {
  const [, navigate] = useLocation()
  function follow(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onFollow?.()
    if (scrollToSection(section)) history.replaceState(history.state, '', `#${section}`)
    else navigate(`/#${section}`)
  }
  return <a href={`${BASE_PATH}/#${section}`} onClick={follow} {...linkProps} />
}
