"""After the end: who won, both secret maps, the match once more, what audits found."""
