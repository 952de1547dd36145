namespace AzurePerf.Benchmarks.Versus;

/// <summary>Which direction of a figure is the good one.</summary>
internal enum Preference
{
    /// <summary>Less is better, as for times.</summary>
    Lower,

    /// <summary>More is better, as for rates.</summary>
    Higher,
}
