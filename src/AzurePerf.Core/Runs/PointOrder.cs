namespace AzurePerf.Core.Runs;

/// <summary>In which order a repetition measures the combinations of levels. Part of the stored spec, so that a run goes on in the order that it began with.</summary>
public enum PointOrder
{
    /// <summary>As the spec lists the levels, every time; runs stored before there was another order.</summary>
    Listed,

    /// <summary>In an order of its own for each repetition, drawn from the run's seed.</summary>
    Shuffled,
}
