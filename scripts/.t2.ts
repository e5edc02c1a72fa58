import { readCatalog } from './messages/catalog.ts'
import { toBundle } from './messages/translation-file.ts'
import { checkTranslation } from './messages/check-translation.ts'
const en = readCatalog('/work/main','en',null)
for (const l of ['en','de','es','fr','ja']) { const c = l==='en'?en:readCatalog('/work/main',l,en)
 const b=toBundle(c,en); const texts=new Map(Object.entries(b).filter(([k])=>!k.startsWith('@')) as [string,string][])
 console.log(l, checkTranslation(texts,c,en).faults) }
const b = toBundle(en,en); for (const k of ['clips/batch.batchWords.links.counted','account/account.accountWords.revealed.password','clips/tool.toolWords.downloads.left','setup.setupChoiceWords.testedText']) console.log(b[k], b['@'+k])
