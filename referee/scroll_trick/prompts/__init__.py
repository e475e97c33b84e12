"""Who must or may do what now, and with which choices: `asked.prompts`."""
