"""One database: `database` opens it, `sqlite` prepares its file, `channel` notifies processes, `upgrade` migrates."""
