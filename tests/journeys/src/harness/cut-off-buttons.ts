/** Runs in the page: the texts of buttons that are wider than their buttons. */
export function cutOffButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.btn')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .map(({ innerText }) => innerText)
}
