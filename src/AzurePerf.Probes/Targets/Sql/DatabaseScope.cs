namespace AzurePerf.Probes.Targets.Sql;

internal static class DatabaseScope
{
    extension(ProbeScope scope)
    {
        /// <summary>Where the databases are.</summary>
        public DatabaseTarget Databases => scope.Opened<DatabaseTarget>();

        /// <summary>Makes the database that several points read or copy, registered first.</summary>
        public async Task<string> MakeDatasetDatabaseAsync(CancellationToken cancellationToken)
        {
            await scope.Register.RegisterAsync(DatabaseTarget.Database, scope.Dataset, cancellationToken);
            await scope.Databases.CreateAsync(scope.Dataset, cancellationToken);
            return scope.Dataset;
        }

        /// <summary>Makes the point's own copy of it, registered first.</summary>
        public async Task CopyForPointAsync(CancellationToken cancellationToken)
        {
            await scope.Register.RegisterAsync(DatabaseTarget.Database, scope.Point, cancellationToken);
            await scope.Databases.CopyAsync(scope.Dataset, scope.Point, cancellationToken);
        }

        /// <summary>Makes an empty database for the point, registered first.</summary>
        public async Task MakePointDatabaseAsync(CancellationToken cancellationToken)
        {
            await scope.Register.RegisterAsync(DatabaseTarget.Database, scope.Point, cancellationToken);
            await scope.Databases.CreateAsync(scope.Point, cancellationToken);
        }
    }
}
