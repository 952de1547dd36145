using System.Globalization;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Testing.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

/// <summary>The small dataset in a file, loaded once, and copies of it.</summary>
public sealed class LoadedFile : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");
    private readonly Dictionary<SqliteFile, string> _paths = [];
    private int _names;

    public SqliteFile Database { get; private set; } = null!;

    public LoadResult Result { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Database = New();
        Result = await new Loader(Database, SqlSuite.Data).LoadAsync(null, CancellationToken.None);
    }

    /// <summary>A file that is not there yet.</summary>
    public SqliteFile New(SqlDialect? dialect = null)
    {
        lock (_paths)
        {
            var path = Path.Combine(_folder.FullName, string.Create(CultureInfo.InvariantCulture, $"{_names++}.db"));
            var file = new SqliteFile(path, TimeProvider.System, TimeSpan.FromSeconds(30)) { Dialect = dialect ?? new SqliteDialect() };
            _paths.Add(file, path);
            return file;
        }
    }

    public SqliteFile Copy(SqlDialect? dialect = null)
    {
        var copy = New(dialect);
        File.Copy(PathOf(Database), PathOf(copy));
        return copy;
    }

    public string PathOf(SqliteFile file) => _paths[file];

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
