namespace AzurePerf.Core.Experiments.Bags;

/// <summary>What a selftest makes of one execution of a task.</summary>
public enum SelftestFate
{
    /// <summary>Takes its time and succeeds.</summary>
    Ordinary,

    /// <summary>Takes its time several times over and succeeds.</summary>
    Slow,

    /// <summary>Takes its time and fails.</summary>
    Failing,

    /// <summary>Ends its process.</summary>
    Crashing,
}
