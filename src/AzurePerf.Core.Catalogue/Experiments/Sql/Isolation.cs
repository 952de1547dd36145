namespace AzurePerf.Core.Experiments.Sql;

/// <summary>How strictly transactions of a database are kept apart. SQLite keeps all of them serializable, whatever is asked for.</summary>
public enum Isolation
{
    /// <summary>Trade-Result serializable, all others read committed.</summary>
    Standard,
    ReadCommitted,
    RepeatableRead,
    Serializable,
}
