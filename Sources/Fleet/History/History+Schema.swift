import GRDB

extension History {
    /// The versions of the schema, each applied once, so that histories of older programs open.
    private static let migrator = {
        var migrator = DatabaseMigrator()
        // The tables of histories that were made before versions were counted are these.
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS runs (
                        run INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, verb TEXT NOT NULL,
                        version TEXT NOT NULL, options TEXT NOT NULL);
                    CREATE TABLE IF NOT EXISTS measurements (
                        run INTEGER NOT NULL REFERENCES runs (run), recording TEXT NOT NULL, sha256 TEXT, device TEXT,
                        filter TEXT NOT NULL, parameters TEXT, metric TEXT NOT NULL, value REAL NOT NULL,
                        PRIMARY KEY (run, recording, filter, metric)) WITHOUT ROWID;
                    """)
        }
        // The program's build (`ProgramIdentity`): builds of one version differ.
        migrator.registerMigration("2") { database in
            try database.execute(sql: "ALTER TABLE runs ADD COLUMN program TEXT")
        }
        // The options that the row of a manifest gave, in place of the run's.
        migrator.registerMigration("3") { database in
            try database.execute(sql: "ALTER TABLE measurements ADD COLUMN options TEXT")
        }
        return migrator
    }()

    /// Brings the tables to the newest version.
    /// - Throws: `DatabaseError`.
    static func migrate(_ queue: DatabaseQueue) throws {
        var tries = 0
        while true {
            do {
                return try migrator.migrate(queue)
            } catch let error as DatabaseError
                where tries < 10 && [.SQLITE_CONSTRAINT, .SQLITE_ERROR].contains(error.resultCode)
            {
                // Another program has applied the same version since this one looked.
                tries += 1
            }
        }
    }
}
