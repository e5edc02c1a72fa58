import type * as en from '../../en/account/plans.ts'
import type { Wording } from '../../wording.ts'

export const planWords: Wording<typeof en.planWords> = {
  title: 'Tous les forfaits coupent exactement',
  lead: 'Payez pour plus de pixels et plus de clips, jamais pour la précision.',
  period: 'Période de paiement',
  monthly: 'Mensuel',
  yearly: 'Annuel',
  aMonth: 'pour un mois',
  aYear: 'pour un an',
  once: 'une seule fois',
  upTo: (quality) => `Vidéo jusqu’à ${quality}`,
  current: 'Votre forfait',
  included: (plan) => `Inclus dans ${plan}`,
  freeAgain: (day) =>
    day === null ? 'Vous passez à Free à la fin de votre forfait.' : `Vous passez à Free le ${day}.`,
  yoursUntil: (day) => `Actif jusqu’au ${day}.`,
  extend: 'Prolonger',
  notSetUp: 'Les paiements ne sont pas configurés sur ce serveur.',
  notSold: 'Non disponible ici',
  free: {
    note: 'Sans carte, sans limite de durée.',
    list: (quality, daily) => [
      `${quality} et audio`,
      `${daily} ${daily < 2 ? 'téléchargement' : 'téléchargements'} par jour`,
      'Des coupes toujours exactes',
      'Aide de la communauté',
    ],
    choose: 'Commencer avec Free',
  },
  pro: {
    monthlyNote: 'Un mois. Sans renouvellement automatique.',
    yearlyNote: (months, saved, list) =>
      `${months} mois ${months < 2 ? 'offert' : 'offerts'}. ${saved} d’économie par rapport à ${list}.`,
    list: [
      'Jusqu’à 4K',
      'Téléchargements illimités',
      'Lots, découpe prioritaire, sélection avancée',
      'Sans publicité',
      'Assistance prioritaire',
    ],
    choose: 'Choisir Pro',
  },
  lifetime: {
    note: 'Tout Pro, pour toujours.',
    list: ['Toutes les fonctions de Pro', 'Mises à jour à vie', 'Usage commercial autorisé', 'Badge de membre'],
    choose: 'Choisir Lifetime',
  },
}

export const faqWords: Wording<typeof en.faqWords> = {
  title: 'Vos questions',
  list: [
    [
      'Puis-je résilier à tout moment\u202f?',
      'Oui, et il n’y a rien à résilier. Vous payez une fois pour un mois ou un an, et le forfait ne se renouvelle pas automatiquement. À la fin, vous passez à Free et gardez votre compte. Nous vous écrivons une semaine et un jour avant.',
    ],
    [
      'Quels moyens de paiement acceptez-vous\u202f?',
      'PayPal, ou une carte bancaire par PayPal. Pour payer par carte, pas besoin de compte PayPal. Les prix sont en dollars américains, et chaque paiement a son reçu dans Facturation.',
    ],
    [
      'Y a-t-il un essai gratuit\u202f?',
      'L’essai, c’est Free\u202f: les mêmes coupes exactes aussi longtemps que vous voulez, avec une qualité moindre et moins de clips.',
    ],
    [
      'Puis-je revenir à Free plus tard\u202f?',
      'Oui. Pro se termine après la période payée, et vous passez à Free, sans rien faire. Si vous rachetez avant, la durée s’ajoute. Lifetime ne se termine jamais.',
    ],
  ],
}
