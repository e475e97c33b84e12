"""Between rounds and after the last one."""
