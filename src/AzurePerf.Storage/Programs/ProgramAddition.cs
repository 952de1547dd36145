namespace AzurePerf.Storage.Programs;

/// <summary>What came of adding a program.</summary>
public enum ProgramAddition
{
    /// <summary>It is stored.</summary>
    Added,

    /// <summary>It was there already; nothing has changed.</summary>
    Known,

    /// <summary>It was there, and somebody has revoked it; nothing has changed.</summary>
    Revoked,

    /// <summary>There are as many programs as there may be; nothing was stored.</summary>
    TooMany,
}
