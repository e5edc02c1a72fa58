import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: `Kerf Clip YouTube PayPal Free Pro PRO Lifetime API FAQ DMCA ID AAC Ogg Opus Action Actions ADMIN Contact
    Cookies Date hotkey Invitation Invitations Menu Message Messages minutes Newsletter Notification Notifications pages
    Silences Test Version Webhooks Worker Zoom`,
  // Readers are addressed as vous. Two-part marks follow a narrow no-break space, and apostrophes are typographic.
  avoided: /(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})|["']|\.\.\.|!|[^\u202f\d][;:?](?=\s|$)| »|« /iu,
}
