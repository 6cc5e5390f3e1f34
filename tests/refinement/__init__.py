"""The source of the core, proved equal to the formal rules: see `docs/formal.md`."""
