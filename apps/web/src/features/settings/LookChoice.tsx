import { LANGUAGE_NAMES, LANGUAGES } from '@kerf/messages/languages'
import { buttonClass, Joined } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { LANGUAGE } from '#messages/language.ts'
import { ThemeSwitch } from '../../controls/ThemeSwitch.tsx'
import { SettingsSection } from './AccountForm.tsx'

const words = dashboardWords.settings.look

/** Theme and language. Both are stored in this browser, not in the account. */
export function LookChoice() {
  return (
    <SettingsSection title={words.title} note={words.text}>
      <div className="mb-5 grid justify-items-start gap-1.5 last:mb-0">
        <p className="font-semibold">{words.theme}</p>
        <ThemeSwitch />
      </div>
      <div className="mb-5 grid justify-items-start gap-1.5 last:mb-0">
        <p className="font-semibold">{words.language}</p>
        <Joined className="flex-wrap *:rounded-control" aria-label={words.language}>
          {LANGUAGES.map((language) => (
            // Each language has its own build. After this link the server sends the build of the language.
            <a
              key={language}
              href={`?lang=${language}`}
              hrefLang={language}
              lang={language}
              className={buttonClass({ variant: 'quiet', size: 'small' })}
              aria-current={language === LANGUAGE ? 'true' : undefined}
            >
              {LANGUAGE_NAMES[language]}
            </a>
          ))}
        </Joined>
      </div>
    </SettingsSection>
  )
}
