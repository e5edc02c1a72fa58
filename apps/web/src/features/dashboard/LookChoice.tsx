import { Button } from '@kerf/ui/Button'
import { Joined } from '@kerf/ui/Joined'
import { useSyncExternalStore } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { chooseLanguage, currentLanguage, LANGUAGES } from '../../browser/language.ts'
import { ThemeSwitch } from '../layout/ThemeSwitch.tsx'
import { SettingsSection } from './SettingsSection.tsx'

const words = dashboardWords.settings.look

/** Kept in this browser, not in the account. */
export function LookChoice() {
  return (
    <SettingsSection title={words.title}>
      <div className="settings-choice">
        <p>{words.theme}</p>
        <ThemeSwitch />
      </div>
      <div className="settings-choice">
        <p>{words.language}</p>
        <LanguageSwitch />
        <p className="desk-note">{words.languageHint}</p>
      </div>
    </SettingsSection>
  )
}

/** It changes by loading the page anew only. */
const neverChanges = () => () => {}

function LanguageSwitch() {
  const spoken = useSyncExternalStore(neverChanges, currentLanguage, () => LANGUAGES[0])
  return (
    <Joined aria-label={words.language}>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant="quiet"
          size="small"
          lang={language}
          aria-pressed={language === spoken}
          onClick={() => language !== spoken && chooseLanguage(language)}
        >
          {words.languages[language]}
        </Button>
      ))}
    </Joined>
  )
}
