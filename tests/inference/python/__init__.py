"""Transfer functions of the language, called with values made by hand."""
