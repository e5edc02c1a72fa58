import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readCatalog } from './messages/catalog.ts'
import { toBundle } from './messages/translation-file.ts'
import { checkTranslation } from './messages/check-translation.ts'
import { rewriteModules } from './messages/rewrite-modules.ts'
import { flatten } from './messages/pattern.ts'
const forget = process.argv[2]==='forget'
const root='/work/w/translators/copy'; rmSync(root,{recursive:true,force:true})
for (const n of ['domain','messages']) for (const p of ['package.json','src']) cpSync(`/work/main/packages/${n}/${p}`,`${root}/packages/${n}/${p}`,{recursive:true})
const en = readCatalog(root,'en',null)
for (const l of ['en','de','es','fr','ja']) { const c = l==='en'?en:readCatalog(root,l,en)
 const texts=new Map(Object.entries(toBundle(c,en)).filter(([k])=>!k.startsWith('@')) as [string,string][])
 const t=checkTranslation(texts,c,en); if(forget) for(const x of t.translations) x.message.pattern=flatten(x.message.pattern)
 for(const [p,x] of rewriteModules(t.translations,c)) writeFileSync(p,x) }
