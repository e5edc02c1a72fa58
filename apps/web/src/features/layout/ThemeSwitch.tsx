import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { useEffect, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { chooseTheme, currentTheme, followThemeColour, THEMES, type Theme } from '../../browser/theme.ts'

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme)
  useEffect(followThemeColour, [])
  function choose(next: Theme): void {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <Joined aria-label={messages.layout.theme}>
      {THEMES.map((name) => (
        <Button key={name} variant="quiet" size="small" aria-pressed={name === theme} onClick={() => choose(name)}>
          {messages.layout.themes[name]}
        </Button>
      ))}
    </Joined>
  )
}
