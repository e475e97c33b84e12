"""Tables of Shinobazu in the middle of a match (METSUKE-5): their `model`, and `laying` one.

`placed` says where each card lies, `results` what a battle of results alone came to.
"""
