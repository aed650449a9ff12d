"""The generator of the framework data, for developers: `python -m hybridize.frameworks.generate --help`.

    collect   an installed release -> inventory       (runs inside that release's interpreter)
    probe     inventory -> what calls gave back       (likewise)
    derive    inventory, probes -> entries            (`derive`, `evidence`)
    overlay   what people decide over the derivation  (`overlay`, the files under `overlay/`)
    write     entries -> the files under `../data`    (`write`)

Nothing here is imported when hybridize lints.
"""
