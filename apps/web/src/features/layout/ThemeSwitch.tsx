import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { useEffect, useSyncExternalStore } from 'react'
import { messages } from '#messages/messages.ts'
import { chooseTheme, currentTheme, followThemeColour, onThemeChange, THEMES } from '../../browser/theme.ts'

/** Wherever it stands, it shows the same choice. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme, () => 'system')
  useEffect(followThemeColour, [])
  return (
    <Joined aria-label={messages.layout.theme}>
      {THEMES.map((name) => (
        <Button key={name} variant="quiet" size="small" aria-pressed={name === theme} onClick={() => chooseTheme(name)}>
          {messages.layout.themes[name]}
        </Button>
      ))}
    </Joined>
  )
}
