"""The HYB codes: one module a rule, found by their names - adding a file adds the rule to every surface."""
