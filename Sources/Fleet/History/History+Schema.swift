import Database

extension History {
    /// The versions of the schema, each applied once, so that histories of older programs open.
    private static let versions = [
        (
            // The tables of histories that were made before versions were counted are these.
            "1",
            """
            CREATE TABLE IF NOT EXISTS runs (
                run INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, verb TEXT NOT NULL,
                version TEXT NOT NULL, options TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS measurements (
                run INTEGER NOT NULL REFERENCES runs (run), recording TEXT NOT NULL, sha256 TEXT, device TEXT,
                filter TEXT NOT NULL, parameters TEXT, metric TEXT NOT NULL, value REAL NOT NULL,
                PRIMARY KEY (run, recording, filter, metric)) WITHOUT ROWID;
            """
        ),
        // The program's build (`ProgramIdentity`): builds of one version differ.
        ("2", "ALTER TABLE runs ADD COLUMN program TEXT"),
        // The options that the row of a manifest gave, in place of the run's.
        ("3", "ALTER TABLE measurements ADD COLUMN options TEXT"),
    ]

    /// Brings the tables to the newest version.
    /// - Throws: `DatabaseError`.
    static func migrate(_ database: Database) throws {
        // Another program that opens the same file waits for the lock, and then finds the versions applied.
        try database.transaction {
            // Histories of earlier versions have the table under this name.
            try database.execute(
                "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let applied = try database.rows("SELECT identifier FROM grdb_migrations").map { try $0[0] as String }
            for (version, changes) in versions where !applied.contains(version) {
                try database.execute(changes)
                try database.insert(into: "grdb_migrations", [version])
            }
        }
    }
}
