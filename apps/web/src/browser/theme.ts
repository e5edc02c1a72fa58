import { useSyncExternalStore } from 'react'
import { store } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies a theme now and remembers it; public/first-paint.js applies it before the first paint of the next visit. */
export function chooseTheme(theme: Theme): void {
  store('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Theme that the visitor has chosen. Prerendered pages use `system`. */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, currentTheme, () => 'system')
}

/** Calls back whenever the colours on screen change: by choice or because the system's theme did. */
export function onThemeChange(listener: () => void): () => void {
  const systemQuery = matchMedia('(prefers-color-scheme: dark)')
  const choiceObserver = new MutationObserver(listener)
  choiceObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  systemQuery.addEventListener('change', listener)
  return () => {
    choiceObserver.disconnect()
    systemQuery.removeEventListener('change', listener)
  }
}

/** Keeps the browser's toolbar in the colour of the page when the theme changes. Returns a function that stops it. */
export function followThemeColour(): () => void {
  function paintBrowserFrame(): void {
    const paper = getComputedStyle(document.documentElement).backgroundColor
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = paper
  }
  paintBrowserFrame()
  return onThemeChange(paintBrowserFrame)
}
