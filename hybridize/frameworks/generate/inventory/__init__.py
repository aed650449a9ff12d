"""What an installed release says about itself: run inside that release's interpreter, as the package `inventory`.

It imports nothing of hybridize, because it runs where hybridize is not installed, on any Python from 3.9 on; so its
modules import each other relatively. The answer is one JSON object: `releases` (package -> version), `symbols` (public
name -> facts), `operations` (name -> definition) and `bodies`. Every object stands under one of its public names;
`names` has all of them.
"""
