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

        /// <summary>Makes the point's own copy of it, registered first; of a point with several workers the first one does.</summary>
        public async Task<string> CopyForPointAsync(CancellationToken cancellationToken)
        {
            if (scope.MakesResources)
            {
                await scope.Register.RegisterAsync(DatabaseTarget.Database, scope.Point, cancellationToken);
                await scope.Databases.CopyAsync(scope.Dataset, scope.Point, cancellationToken);
            }

            return scope.Point;
        }
    }
}
