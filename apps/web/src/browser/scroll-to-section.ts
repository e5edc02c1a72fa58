/** Scrolls to a section of this page. Returns whether the page has it. */
export function scrollToSection(id: string): boolean {
  const section = id === '' ? null : document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  return section !== null
}
