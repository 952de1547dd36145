using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using Npgsql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>Loading a brokerage against psql, and copying it against loading it.</summary>
internal sealed class SqlLoadVersus : IVersusEntry
{
    private const double LeastOfRows = 0.8;
    private const double MostOfLoading = 0.4;
    private const string Loaded = "azpversusload";
    private const string Copied = "azpversuscopy";

    private static readonly SqlScaleOptions Brokerages = new() { Days = 8 };

    public string Name => "sql-load";

    public string Unit => "rows/s";

    public Preference Better => Preference.Higher;

    public string Goal => "rows/s >= 0.8, copying <= 0.4 of loading";

    public string Setup => "the rows of 1,000 customers and 8 days, about 0.5 GB, into empty tables without keys, over 4 connections to "
        + "the PostgreSQL server of a local start, after a checkpoint: ours made and loaded by one process, theirs 4 psql at once that "
        + "\\copy them from ready binary files. copy: seconds of CREATE DATABASE TEMPLATE ours, of the whole load with keys, indexes, "
        + "statistics and checkpoint theirs. Figures are of the rows";

    public IReadOnlyList<OutsideTool> Tools => [PostgresTool.Psql.Declared, OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var data = Brokerage.DataOf(Brokerages);
        var brokerage = parts.Add(await Brokerage.LoadAsync(Brokerages, cancellationToken));
        await using var source = brokerage.Target.Open(Brokerage.Database);
        var database = new PostgresDatabase(source);
        var (rows, bytes) = (await RowsAsync(source, cancellationToken), await database.BytesAsync(cancellationToken));
        var files = parts.Add(
            await CopyFiles.TakeAsync(brokerage.Address, Brokerage.Database, database.LoadConnections, cancellationToken));
        return new CellsSession(
            await PostgresTool.Psql.VersionAsync(cancellationToken),
            [
                new PairCell("rows", OurRowsAsync, TheirRowsAsync, ratio => ratio.Median >= LeastOfRows),
                new PairCell("copy", CopySecondsAsync, LoadSecondsAsync, ratio => ratio.Median <= MostOfLoading),
            ],
            parts)
        {
            Shared = new() { ["rows"] = rows, ["bytes"] = bytes },
        };

        Task<double> OurRowsAsync(CancellationToken token) =>
            RowsPerSecondAsync(brokerage.Target, data, loader => loader.LoadRowsAsync(progress: null, token), token);

        Task<double> TheirRowsAsync(CancellationToken token) =>
            RowsPerSecondAsync(brokerage.Target, data, _ => files.LoadAsync(Loaded, token), token);

        Task<double> CopySecondsAsync(CancellationToken token) => WithDatabaseAsync(
            brokerage.Target, Copied, () => SecondsAsync(() => brokerage.Target.CopyAsync(Brokerage.Database, Copied, token)));

        Task<double> LoadSecondsAsync(CancellationToken token) => InEmptyAsync(
            brokerage.Target, data, (loader, _) => SecondsAsync(() => loader.LoadAsync(progress: null, token)), token);
    });

    private static Task<double> RowsPerSecondAsync(
        PostgresTarget target, Dataset data, Func<Loader, Task> load, CancellationToken cancellationToken) =>
        InEmptyAsync(
            target,
            data,
            async (loader, source) =>
            {
                await loader.MakeTablesAsync(cancellationToken);
                await using var checkpoint = source.CreateCommand("CHECKPOINT");
                await checkpoint.ExecuteNonQueryAsync(cancellationToken);
                var seconds = await SecondsAsync(() => load(loader));
                return await RowsAsync(source, cancellationToken) / seconds;
            },
            cancellationToken);

    private static Task<double> InEmptyAsync(
        PostgresTarget target, Dataset data, Func<Loader, NpgsqlDataSource, Task<double>> measure, CancellationToken cancellationToken) =>
        WithDatabaseAsync(target, Loaded, async () =>
        {
            await target.CreateAsync(Loaded, cancellationToken);
            await using var source = target.Open(Loaded);
            return await measure(new(new PostgresDatabase(source), data), source);
        });

    private static async Task<double> WithDatabaseAsync(PostgresTarget target, string name, Func<Task<double>> measure)
    {
        try
        {
            return await measure();
        }
        finally
        {
            await target.RemoveAsync(DatabaseTarget.Database, name, CancellationToken.None);
        }
    }

    private static async Task<double> SecondsAsync(Func<Task> work)
    {
        var start = TimeProvider.System.GetTimestamp();
        await work();
        return TimeProvider.System.GetElapsedTime(start).TotalSeconds;
    }

    private static async Task<long> RowsAsync(NpgsqlDataSource source, CancellationToken cancellationToken)
    {
        await using var count = source.CreateCommand(
            $"SELECT {string.Join(" + ", Tables.All.Select(table => $"(SELECT count(*) FROM {table})"))}");
        return (long)(await count.ExecuteScalarAsync(cancellationToken))!;
    }
}
