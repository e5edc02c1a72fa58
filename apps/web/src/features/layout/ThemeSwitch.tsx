import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { useState } from 'react'
import { messages } from '../../messages/en.ts'
import { chooseTheme, currentTheme, THEMES, type Theme } from './theme.ts'

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme)
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
