using System.Globalization;
using AzurePerf.Sql.Engines.SqlServer;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>What a SQL Server says it is; decides whether it can be measured.</summary>
/// <param name="Engine">SERVERPROPERTY('EngineEdition').</param>
/// <param name="Version">SERVERPROPERTY('ProductVersion'), such as 16.0.4135.4.</param>
internal readonly record struct SqlServerEdition(int Engine, string Version)
{
    /// <summary>The major version of <see cref="OldestName"/>.</summary>
    private const int Oldest = 14;

    private const string OldestName = "2017";

    /// <summary>EngineEdition of Azure SQL Managed Instance: a server that is always new.</summary>
    private const int ManagedInstance = 8;

    /// <summary>Whether each database has resources of its own, which a service objective names.</summary>
    public bool IsAzure => Engine == SqlServerDatabases.AzureEdition;

    /// <summary>Why it cannot be measured, as it goes on after the name of the setting; null for nothing.</summary>
    /// <param name="objective">The service objective that the setting names; null for none.</param>
    public string? FaultWith(string? objective) =>
        objective is not null && !IsAzure ? "names an objective, which only databases of Azure SQL have: leave it out"
        : Engine is SqlServerDatabases.AzureEdition or ManagedInstance ? null
        : !int.TryParse(Version.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major)
            ? $"leads to a server whose version nobody can read, and it must be SQL Server {OldestName} or newer"
        : major < Oldest ? $"leads to a SQL Server of version {Version}, and it must be {OldestName} (version {Oldest}) or newer"
        : null;
}
