/** ISO 639-2/T codes, which MP4 uses, by the ISO 639-1 code of the same language. */
const THREE_LETTER_CODES = new Map(
  `aa aar ab abk ae ave af afr ak aka am amh an arg ar ara as asm av ava ay aym az aze ba bak be bel bg bul bi bis bm bam
   bn ben bo bod br bre bs bos ca cat ce che ch cha co cos cr cre cs ces cu chu cv chv cy cym da dan de deu dv div dz dzo
   ee ewe el ell en eng eo epo es spa et est eu eus fa fas ff ful fi fin fj fij fo fao fr fra fy fry ga gle gd gla gl glg
   gn grn gu guj gv glv ha hau he heb hi hin ho hmo hr hrv ht hat hu hun hy hye hz her ia ina id ind ie ile ig ibo ii iii
   ik ipk io ido is isl it ita iu iku ja jpn jv jav ka kat kg kon ki kik kj kua kk kaz kl kal km khm kn kan ko kor kr kau
   ks kas ku kur kv kom kw cor ky kir la lat lb ltz lg lug li lim ln lin lo lao lt lit lu lub lv lav mg mlg mh mah mi mri
   mk mkd ml mal mn mon mr mar ms msa mt mlt my mya na nau nb nob nd nde ne nep ng ndo nl nld nn nno no nor nr nbl nv nav
   ny nya oc oci oj oji om orm or ori os oss pa pan pi pli pl pol ps pus pt por qu que rm roh rn run ro ron ru rus rw kin
   sa san sc srd sd snd se sme sg sag si sin sk slk sl slv sm smo sn sna so som sq sqi sr srp ss ssw st sot su sun sv swe
   sw swa ta tam te tel tg tgk th tha ti tir tk tuk tl tgl tn tsn to ton tr tur ts tso tt tat tw twi ty tah ug uig uk ukr
   ur urd uz uzb ve ven vi vie vo vol wa wln wo wol xh xho yi yid yo yor za zha zh zho zu zul`
    .match(/[a-z]{2} [a-z]{3}/g)!
    .map((pair) => pair.split(' ') as [string, string]),
)

/** ISO 639-2/B codes, which Matroska uses, by ISO 639-2/T code. Lists only languages whose two codes differ. */
const BIBLIOGRAPHIC_CODES: Partial<Record<string, string>> = {
  bod: 'tib',
  ces: 'cze',
  cym: 'wel',
  deu: 'ger',
  ell: 'gre',
  eus: 'baq',
  fas: 'per',
  fra: 'fre',
  hye: 'arm',
  isl: 'ice',
  kat: 'geo',
  mkd: 'mac',
  mri: 'mao',
  msa: 'may',
  mya: 'bur',
  nld: 'dut',
  ron: 'rum',
  slk: 'slo',
  sqi: 'alb',
  zho: 'chi',
}

const UNDETERMINED_LANGUAGE = 'und'
/** Codes that name no language: "undetermined" and "without a code". */
const NO_LANGUAGE = new Set([UNDETERMINED_LANGUAGE, 'mis'])
const MAX_TAG_LENGTH = 35

/**
 * Converts a language code of a container to a BCP 47 tag; null if it names no language.
 * @param code BCP 47, ISO 639-1, ISO 639-2/T or ISO 639-2/B
 */
export function languageTag(code: string | null | undefined): string | null {
  if (!code || code.length > MAX_TAG_LENGTH) return null
  try {
    const [tag = UNDETERMINED_LANGUAGE] = Intl.getCanonicalLocales(code.trim())
    return NO_LANGUAGE.has(tag) ? null : tag
  } catch {
    return null
  }
}

/** Names of a language in files: its BCP 47 tag, and the three-letter codes that older players read. */
export interface Language {
  tag: string
  /** ISO 639-2/T. */
  code: string
  /** ISO 639-2/B. */
  bibliographicCode: string
}

/** Finds the names of a language. @param tag BCP 47; anything else gives "und", which means undetermined */
export function languageOf(tag: string | null | undefined): Language {
  const fullTag = languageTag(tag) ?? UNDETERMINED_LANGUAGE
  const [language = UNDETERMINED_LANGUAGE] = fullTag.split('-')
  const code = THREE_LETTER_CODES.get(language) ?? (language.length === 3 ? language : UNDETERMINED_LANGUAGE)
  return { tag: fullTag, code, bibliographicCode: BIBLIOGRAPHIC_CODES[code] ?? code }
}
