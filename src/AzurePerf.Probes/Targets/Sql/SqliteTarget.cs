using AzurePerf.Core.Probes;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Sqlite;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>A folder of SQLite databases, each a file with what belongs to it.</summary>
/// <param name="variable">The setting that it was read from.</param>
/// <param name="folder">The folder.</param>
/// <param name="operationTimeout">After which the client gives an operation up; one that waits for others does before.</param>
internal sealed class SqliteTarget(string variable, string folder, TimeSpan operationTimeout) : DatabaseTarget
{
    public override IReadOnlyList<string> Notes => ["client and server share this machine", "the database engine is part of the worker"];

    public override bool IsEmbedded => true;

    protected override string Variable => variable;

    /// <summary>Path of a database.</summary>
    public string FileOf(string name) => Path.Combine(folder, Own(name) + ".db");

    public override ISqlDatabase OpenDatabase(string name, bool prepares) => new SqliteFile(FileOf(name), ServerTimeout(operationTimeout));

    public override Task CheckAsync(CancellationToken cancellationToken)
    {
        if (!Directory.Exists(folder))
        {
            throw Unfit("names a folder that does not exist: make it, or name another");
        }

        try
        {
            using var trial = new FileStream(
                Path.Combine(folder, $"azureperf-{Environment.ProcessId}.trial"), FileMode.Create, FileAccess.Write, FileShare.None, 1,
                FileOptions.DeleteOnClose);
            return Task.CompletedTask;
        }
        catch (Exception refused) when (refused is UnauthorizedAccessException or IOException)
        {
            throw Unfit("names a folder that cannot be written: give this user the right, or name another");
        }
    }

    /// <summary>The engine makes the file when it first opens it.</summary>
    public override Task CreateAsync(string name, CancellationToken cancellationToken) => RemoveAsync(name, cancellationToken);

    public override async Task CopyAsync(string source, string name, CancellationToken cancellationToken)
    {
        var (from, to) = (FileOf(source), FileOf(name));
        if (new FileInfo(from + "-wal") is { Exists: true, Length: > 0 })
        {
            throw new CorruptDataException($"database {source} was not closed: its log is still there");
        }

        await using var reading = new FileStream(from, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 20, FileOptions.Asynchronous);
        await using var writing = new FileStream(to, FileMode.Create, FileAccess.Write, FileShare.None, 1 << 20, FileOptions.Asynchronous);
        await reading.CopyToAsync(writing, cancellationToken);
        writing.Flush(flushToDisk: true);
    }

    protected override Task RemoveAsync(string name, CancellationToken cancellationToken)
    {
        foreach (var file in SqliteFile.FilesOf(FileOf(name)).Where(File.Exists))
        {
            File.Delete(file);
        }

        return Task.CompletedTask;
    }

    protected override Task<IReadOnlyDictionary<string, string>> SettingsAsync(string database, CancellationToken cancellationToken) =>
        Task.FromResult(new SqliteFile(FileOf(database), TimeSpan.Zero).ReadSettings(cancellationToken));
}
