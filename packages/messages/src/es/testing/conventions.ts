import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: `Kerf YouTube PayPal Free Pro PRO Lifetime LIFETIME 4K API DMCA MP3 MP4 H.264 CSV JSON URL ID
    MB GB s ms min h px Clip Clips Video Videos Admin ADMIN Zoom Sandbox Error ERROR original Original Plan Cookies no No
    AAC Ogg Opus LUFS GIF WebP PNG Webhooks`,
  // Readers are addressed as tú, in words that both Spain and Latin America use.
  avoided: /\b(usted(es)?|vosotros|vuestr[oa]s?|vídeos?|ordenador|computadora|celular|móvil)\b|"|\.\.\.|[!¡]/i,
}
