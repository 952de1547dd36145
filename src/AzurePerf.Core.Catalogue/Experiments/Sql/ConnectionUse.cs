namespace AzurePerf.Core.Experiments.Sql;

/// <summary>How long a client of a database keeps a connection.</summary>
public enum ConnectionUse
{
    /// <summary>Until it is lost. Statements are prepared once.</summary>
    Kept,

    /// <summary>For one transaction, which begins with connecting. Nothing is prepared.</summary>
    PerTransaction,
}
