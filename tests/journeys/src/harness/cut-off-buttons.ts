/** Runs in the page. Finds buttons whose text does not fit, and returns the texts. */
export function findCutOffButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.btn')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map(({ innerText }) => innerText)
}
