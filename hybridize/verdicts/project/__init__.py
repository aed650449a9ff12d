"""Facts about whole programs and their code: switches, old modules, comments, limits of the analysis."""
