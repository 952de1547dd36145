namespace AzurePerf.Core.Targets.Sql;

/// <summary>The databases that the operator names.</summary>
public static class SqlTarget
{
    public static TargetKind Kind { get; } = new("sql", "a database server, or a folder of databases")
    {
        Words = ["postgresql", "sqlserver", "sqlite"],
    };

    /// <summary>Name of the target that a local start brings along.</summary>
    public const string OfLocalStart = "sql";
}
