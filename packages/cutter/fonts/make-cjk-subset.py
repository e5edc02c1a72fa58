"""Makes noto-sans-cjk-subset.otf.br of NotoSansCJK-Medium.ttc (Debian: fonts-noto-cjk-extra).

Needs fonttools and brotli (Debian: fonttools, python3-brotli).
usage: make-cjk-subset.py NotoSansCJK-Medium.ttc noto-sans-cjk-subset.otf.br
"""

import io
import sys

import brotli
from fontTools import subset
from fontTools.ttLib import TTFont

JAPANESE = 0


def rows(encoding, first, last, cells):
    """The characters of a national standard, by the rows of its table."""
    found = set()
    for row in range(first, last + 1):
        for cell in cells:
            try:
                found.add(ord(bytes([row, cell]).decode(encoding)))
            except (UnicodeDecodeError, TypeError):
                pass
    return found


EUC = range(0xA1, 0xFF)
BIG5 = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
simplified = rows("gb2312", 0xB0, 0xF7, EUC)
traditional = rows("big5", 0xA4, 0xC6, BIG5)
japanese = rows("euc_jp", 0xB0, 0xF4, EUC)
korean = rows("euc_kr", 0xB0, 0xC8, EUC)
symbols = rows("euc_jp", 0xA1, 0xA2, EUC) | rows("gb2312", 0xA1, 0xA2, EUC) | rows("euc_kr", 0xA1, 0xA2, EUC)
spaces_and_kana = {
    *range(0x20, 0x7F),
    *range(0x3000, 0x3100),
    *range(0x3105, 0x312A),
    *range(0x3131, 0x318F),
    *range(0x31F0, 0x3200),
    *range(0xFF01, 0xFFEF),
}
# Common kanji and Cantonese characters that are in none of these tables.
others = set(map(ord, "𠮟塡剝頰咗嘅哋喺嚟冇唔啲嗰噉咁啱搵瞓攞嘢嗌佢㗎喎啫囉嘥掟揸撳踎氹乸孭"))

# Where a character is written differently, a language is given its own form only if its standard has the character.
FORMS = {"ZHS ": simplified, "ZHT ": traditional}
# libass knows a language by two letters, which tell nothing of traditional Chinese. Its forms are found under Vietnamese,
# which is written in Latin letters today.
REACHED_AS = {"ZHS ": "ZHS ", "ZHT ": "VIT "}


def keep_needed_forms(font):
    cmap = font.getBestCmap()
    gsub = font["GSUB"].table
    tags_of = {}
    for record in gsub.ScriptList.ScriptRecord:
        script = record.Script
        script.LangSysRecord = [system for system in script.LangSysRecord if system.LangSysTag in FORMS]
        script.LangSysCount = len(script.LangSysRecord)
        for system in script.LangSysRecord:
            for index in system.LangSys.FeatureIndex:
                feature = gsub.FeatureList.FeatureRecord[index]
                if feature.FeatureTag == "locl":
                    for lookup in feature.Feature.LookupListIndex:
                        tags_of.setdefault(lookup, set()).add(system.LangSysTag)
    for record in gsub.ScriptList.ScriptRecord:
        systems = record.Script.LangSysRecord
        for system in systems:
            system.LangSysTag = REACHED_AS[system.LangSysTag]
        systems.sort(key=lambda system: system.LangSysTag)
    for lookup, tags in tags_of.items():
        kept = spaces_and_kana.union(*(FORMS[tag] for tag in tags))
        glyphs = {cmap[character] for character in kept if character in cmap}
        for table in gsub.LookupList.Lookup[lookup].SubTable:
            table = getattr(table, "ExtSubTable", table)
            table.mapping = {glyph: form for glyph, form in table.mapping.items() if glyph in glyphs}


def main(source, target):
    font = TTFont(source, fontNumber=JAPANESE)
    keep_needed_forms(font)
    options = subset.Options()
    options.layout_features = ["locl"]
    options.hinting = False
    # Larger by itself, smaller once it is compressed.
    options.desubroutinize = True
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.name_languages = [0x409]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "DSIG", "GPOS"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(
        unicodes=simplified | traditional | japanese | korean | symbols | spaces_and_kana | others
    )
    subsetter.subset(font)
    made = io.BytesIO()
    font.save(made)
    with open(target, "wb") as file:
        file.write(brotli.compress(made.getvalue(), quality=11, lgwin=24))
    print(len(font.getGlyphOrder()), "glyphs,", len(made.getvalue()), "bytes before compression")


main(*sys.argv[1:])
