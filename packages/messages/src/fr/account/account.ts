import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../../en/account/account.ts'
import type { Wording } from '../../wording.ts'

const passwordTooLong = `Le mot de passe doit contenir ${PASSWORD_MAX_LENGTH} caractères au plus`

export const accountWords: Wording<typeof english.accountWords> = {
  fillInAll: 'Remplissez tous les champs',
  signInInstead: 'Se connecter',
  fields: {
    name: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    confirm: 'Confirmez le nouveau mot de passe',
    token: 'Code de réinitialisation',
  },
  /** Names of the passwords inside a sentence: `Show new password`. */
  revealed: { password: 'le mot de passe', newPassword: 'le nouveau mot de passe', confirm: 'la confirmation' },
  faults: {
    name: { too_big: 'Ce nom est trop long', otherwise: 'Saisissez votre nom' },
    email: {
      missing: 'Saisissez votre adresse e-mail',
      otherwise: 'Saisissez une adresse e-mail valide',
    },
    password: {
      too_big: passwordTooLong,
      otherwise: 'Saisissez votre mot de passe',
    },
    newPassword: {
      missing: 'Saisissez un mot de passe',
      too_big: passwordTooLong,
      otherwise: `Le mot de passe doit contenir au moins ${PASSWORD_MIN_LENGTH} caractères`,
    },
    confirm: {
      missing: 'Saisissez à nouveau le mot de passe',
      otherwise: 'Les mots de passe ne correspondent pas',
    },
    token: {
      missing: 'Saisissez le code reçu par e-mail',
      otherwise: 'Ce code de réinitialisation n’est pas valide',
    },
    code: { missing: 'Saisissez un code', otherwise: 'Ce code n’est pas valide' },
  },
  strength: {
    too_short: `Au moins ${PASSWORD_MIN_LENGTH} caractères. Quelques mots font un bon mot de passe.`,
    common: 'Très courant et facile à deviner. Choisissez-en un autre.',
    weak: 'Facile à deviner. Plus il est long, mieux c’est.',
    fair: 'Correct. Encore quelques caractères et il sera fort.',
    strong: 'Fort.',
  },
  code: {
    label: 'Code de votre application',
    hint: 'La double authentification est activée. Votre application d’authentification affiche un nouveau code toutes les 30\u00a0secondes.',
    backup: 'Code de secours',
    backupHint:
      'L’un des codes enregistrés lors de l’activation de la double authentification. Chacun ne sert qu’une fois.',
    useBackup: 'Utiliser un code de secours',
    fromApp: 'Utiliser l’application',
  },
  signIn: {
    submit: 'Se connecter',
    sending: 'Connexion…',
    forgot: 'Mot de passe oublié\u202f?',
    newHere: 'Première visite\u202f?',
    create: 'Créer un compte',
    failed: 'Échec de la connexion',
    askWhy: 'Écrivez-nous',
    done: 'Connexion réussie.',
  },
  oidc: {
    goOn: (name) => `Continuer avec ${name}`,
    or: 'ou',
  },
  signUp: {
    lead: 'Vos téléchargements, sur tous vos appareils.',
    submit: 'Créer un compte',
    sending: 'Création du compte…',
    haveAccount: 'Déjà un compte\u202f?',
    agree: 'En créant un compte, vous acceptez les',
    terms: 'conditions d’utilisation',
    and: 'et la',
    privacy: 'politique de confidentialité',
    takenBefore: 'C’est vous\u202f?',
    takenForgot: 'choisir un nouveau mot de passe',
    failed: 'Impossible de créer le compte',
    done: 'Votre compte est créé.',
    doneMail: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour confirmer votre adresse e-mail.`,
  },
  already: {
    title: 'Votre session est ouverte',
    as: (name, email) => `Au nom de ${name}, ${email}.`,
    cut: 'Découper une vidéo',
    goOn: 'Continuer',
    profile: 'Votre profil',
  },
  verification: {
    send: 'Renvoyer l’e-mail',
    lastSent: 'Dernier envoi\u202f:',
    sending: 'Envoi…',
    sent: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour confirmer votre adresse e-mail.`,
  },
  noMail: {
    title: 'Aucun e-mail envoyé',
    text: 'Ce serveur n’envoie pas d’e-mails. Son administrateur peut vous donner le lien.',
  },
  forgot: {
    lead: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    sending: 'Envoi…',
    remembered: 'Il vous est revenu\u202f?',
    failed: 'Impossible d’envoyer l’e-mail de réinitialisation',
    doneTitle: 'Lien envoyé',
    done: 'Si un compte existe avec cette adresse, un lien de réinitialisation vous attend dans votre boîte de réception.',
    demo: (token) => `Mode démo. Votre code de réinitialisation\u202f: ${token}`,
  },
  sent: {
    title: 'Consultez vos e-mails',
    text: (email) => `Si un compte existe avec ${email}, un lien pour choisir un nouveau mot de passe est en route.`,
    nothing: 'Toujours rien après quelques minutes\u202f? Regardez dans les indésirables ou essayez une autre adresse.',
    haveToken: 'J’ai un code',
    back: 'Retour à la connexion',
    another: 'Essayer une autre adresse',
    demo: `Ce ${PRODUCT_NAME} fonctionne en mode démo, le code s’affiche donc aussi ici\u202f:`,
  },
  reset: {
    lead: 'Le code se trouve dans l’e-mail que nous vous avons envoyé. Il ne sert qu’une fois.',
    submit: 'Valider le mot de passe',
    sending: 'Enregistrement…',
    noToken: 'Pas de code\u202f?',
    request: 'En demander un',
    failed: 'Impossible de réinitialiser le mot de passe',
    done: 'Votre nouveau mot de passe est enregistré. Utilisez-le pour vous connecter.',
  },
}

export const mailedLinkWords: Wording<typeof english.mailedLinkWords> = {
  failed: 'Cela n’a pas fonctionné',
  tryAgain: 'Réessayer',
  oldTitle: 'Ce lien n’est plus valide',
  email: {
    sending: 'Confirmation de votre adresse e-mail…',
    none: 'Ouvrez le lien de l’e-mail que nous vous avons envoyé pour confirmer votre adresse.',
    confirmedTitle: 'Adresse e-mail confirmée',
    confirmed: (email) => `L’adresse ${email} est confirmée.`,
    changedTitle: 'Adresse e-mail modifiée',
    changed: (email) => `Votre adresse e-mail est maintenant ${email}.`,
    oldConfirmed: (email) => `Il a déjà servi ou a expiré. Votre adresse e-mail ${email} est confirmée.`,
    old: (email) => `Il a déjà servi ou a expiré. Votre adresse e-mail ${email} n’est pas encore confirmée.`,
    oldStranger:
      'Il a déjà servi ou a expiré. Connectez-vous pour voir dans votre profil si votre adresse e-mail est confirmée.',
    takenTitle: 'Votre adresse e-mail n’a pas été modifiée',
    taken: 'Un autre compte utilise déjà cette adresse.',
  },
  newsletter: {
    sending: 'Confirmation de votre abonnement…',
    none: 'Ouvrez le lien de l’e-mail que nous vous avons envoyé pour vous abonner.',
    doneTitle: 'Votre abonnement est confirmé',
    done: (email) => `Nous enverrons les nouvelles à ${email}. Chaque e-mail permet de se désabonner.`,
    old: 'Il a déjà servi ou a expiré. Vous pouvez en demander un autre sur la page de contact.',
    ask: 'Vers la newsletter',
    home: 'Découper une vidéo',
  },
  newsletterEnd: {
    sending: 'Désabonnement…',
    none: 'Ouvrez le lien à la fin d’une newsletter pour vous désabonner.',
    doneTitle: 'Désabonnement effectué',
    done: 'Vous ne recevrez plus de newsletter. Votre adresse a été supprimée de la liste.',
    old: 'Il a déjà servi ou a expiré. Si vous recevez encore des newsletters, utilisez le lien de la dernière ou écrivez-nous.',
    write: 'Écrivez-nous',
  },
}

export const formWords: Wording<typeof english.formWords> = {
  error: 'Erreur',
  success: 'C’est fait',
  reveal: (label) => ({
    show: 'Afficher',
    hide: 'Masquer',
    showLabel: `Afficher ${label}`,
    hideLabel: `Masquer ${label}`,
  }),
}

export const guardWords: Wording<typeof english.guardWords> = {
  authenticationRequired: 'Connexion requise',
  pleaseSignIn: (label) => `Connectez-vous pour accéder à ${label}.`,
  accessDenied: 'Accès refusé',
  needsAdmin: 'Cette page est réservée aux admins.',
  areas: {
    profile: 'votre profil',
    billing: 'votre facturation',
    receipt: 'vos reçus',
    jobs: 'vos téléchargements',
    settings: 'vos paramètres',
  },
  home: 'Aller à l’accueil',
  loading: 'Vérification de votre session',
}

export const userMenuWords: Wording<typeof english.userMenuWords> = {
  open: (name) => `Menu du compte de ${name}`,
  billing: 'Facturation/forfait',
  jobs: 'Téléchargements/tâches',
  admin: 'Administration',
  logout: 'Se déconnecter',
  member: 'MEMBRE',
  signingOut: 'Déconnexion…',
}
