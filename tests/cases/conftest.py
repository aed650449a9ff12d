"""The projects are analysed, not collected."""

collect_ignore = ["projects"]
