"""One database: `database` opens it, `places` says where, `channel` tells other processes, `upgrade` renews tables."""
