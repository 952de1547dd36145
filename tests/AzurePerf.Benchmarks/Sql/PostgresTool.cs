using System.Diagnostics;
using System.Globalization;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>A program that PostgreSQL brings for its users.</summary>
/// <param name="name">Of the program.</param>
/// <param name="package">That has it.</param>
internal sealed class PostgresTool(string name, string package)
{
    private const string Debian = "/usr/lib/postgresql";

    public static PostgresTool Pgbench { get; } = new("pgbench", "postgresql");

    public static PostgresTool Psql { get; } = new("psql", "postgresql-client");

    public OutsideTool Declared => new(name, $"apt-get install {package}", () => Path is not null);

    /// <summary>Where it is; null where it is not. Debian keeps it in a folder of the version, and has a script of its name along the
    /// PATH.</summary>
    private string? Path => (Directory.Exists(Debian) ? Directory.GetDirectories(Debian) : [])
        .OrderByDescending(VersionOf)
        .Select(folder => System.IO.Path.Combine(folder, "bin", name))
        .FirstOrDefault(File.Exists)
        ?? (OutsideTool.IsOnPath(name, Environment.GetEnvironmentVariable("PATH")) ? name : null);

    /// <summary>Its name and version, as it says them.</summary>
    public async Task<string> VersionAsync(CancellationToken cancellationToken)
    {
        var line = (await OutsideProgram.RunAsync(Path!, ["--version"], cancellationToken)).Split('\n')[0];
        return line.Replace(" (PostgreSQL)", "", StringComparison.Ordinal).Split(" (")[0];
    }

    /// <summary>Runs it on a database, without TLS as ours on one machine, and returns what it printed.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public Task<string> RunAsync(SqlAddress address, int port, string database, string[] arguments, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(Path!, arguments);
        foreach (var (variable, value) in new[]
        {
            ("PGHOST", address.Host),
            ("PGPORT", port.ToString(CultureInfo.InvariantCulture)),
            ("PGUSER", address.User),
            ("PGPASSWORD", address.Password),
            ("PGDATABASE", database),
            ("PGSSLMODE", "disable"),
            ("PGGSSENCMODE", "disable"),
            ("LC_ALL", "C"),
        })
        {
            start.Environment[variable] = value;
        }

        return OutsideProgram.RunAsync(start, cancellationToken);
    }

    private static int VersionOf(string folder) =>
        int.TryParse(System.IO.Path.GetFileName(folder), CultureInfo.InvariantCulture, out var version) ? version : 0;
}
