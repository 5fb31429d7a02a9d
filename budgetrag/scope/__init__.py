"""When does principled packing pay: contrasts, conditions and findings from the outcomes of pooled runs."""
