import { Button, Joined } from '@kerf/ui/Button'
import { useEffect } from 'react'
import { messages } from '#messages/site.ts'
import { chooseTheme, followThemeColour, THEMES, useTheme } from '../browser/theme.ts'

export function ThemeSwitch() {
  const theme = useTheme()
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
