using System.Globalization;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>The rows of a database as files in the binary format of COPY, each table's shared out over the connections that load them, and
/// psql, which made them and loads them.</summary>
internal sealed class CopyFiles : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-copy-");
    private readonly SqlAddress _address;
    private readonly int _connections;

    private CopyFiles(SqlAddress address, int connections) => (_address, _connections) = (address, connections);

    /// <summary>Takes them from a loaded database.</summary>
    /// <param name="address">The server.</param>
    /// <param name="database">Loaded.</param>
    /// <param name="connections">That load at once; a power of two.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task<CopyFiles> TakeAsync(SqlAddress address, string database, int connections, CancellationToken cancellationToken)
    {
        var files = new CopyFiles(address, connections);
        var mask = (connections - 1).ToString(CultureInfo.InvariantCulture);
        try
        {
            await files.RunAsync(
                database,
                (table, part, file) =>
                    $"\\copy (SELECT * FROM {table} WHERE (hashtext(ctid::text) & {mask}) = {part}) TO '{file}' (FORMAT binary)",
                cancellationToken);
            return files;
        }
        catch
        {
            files.Dispose();
            throw;
        }
    }

    /// <summary>Loads all rows into empty tables, over all connections at once.</summary>
    public Task LoadAsync(string database, CancellationToken cancellationToken) =>
        RunAsync(database, (table, _, file) => $"\\copy {table} FROM '{file}' (FORMAT binary)", cancellationToken);

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Each connection begins with another table, so that they do not all extend the same one.</summary>
    private Task RunAsync(string database, Func<Table, int, string, string> command, CancellationToken cancellationToken) =>
        Task.WhenAll(Enumerable.Range(0, _connections).Select(async part =>
        {
            var first = Tables.All.Count * part / _connections;
            var script = Path.Combine(_folder.FullName, $"{part}.sql");
            await File.WriteAllLinesAsync(
                script,
                Tables.All.Skip(first).Concat(Tables.All.Take(first)).Select(table => command(table, part, FileOf(table, part))),
                cancellationToken);
            await PostgresTool.Psql.RunAsync(
                _address, _address.Port, database, ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", script], cancellationToken);
        }));

    private string FileOf(Table table, int part) => Path.Combine(_folder.FullName, $"{table}.{part}");
}
