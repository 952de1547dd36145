namespace AzurePerf.Core.Probes;

/// <summary>
/// Measures something once per point that is no operation of clients: a capacity, the life cycle of what it makes. What it observes are its
/// <see cref="IProbeSetup.Values"/> and
/// <see cref="IProbeSetup.Distributions"/>; the point has no rates and no latencies. The runner owns set-up, the common start of several
/// workers, the clock and the watch over the generator; of a point that several workers measure each calls it once.
/// </summary>
public interface IValueProbe : IProbeSetup
{
    bool IProbeSetup.Mutates => false;

    int IProbeSetup.PlannedWireRequests => 0;

    /// <summary>Measures. Throws when the point cannot be measured; a part of the observations that failed is a value or a censored
    /// observation.</summary>
    /// <param name="cancellationToken">Stops it: what was observed until then is kept, flagged as partial.</param>
    Task MeasureAsync(CancellationToken cancellationToken);
}
