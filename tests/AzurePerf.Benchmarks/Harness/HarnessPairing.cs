using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>The readings of one cell on both sides, pair by pair.</summary>
/// <param name="name">Of what is requested, and where.</param>
/// <param name="cell">The cell.</param>
internal sealed class HarnessPairing(string name, HarnessCell cell)
{
    public string Name { get; } = name;

    public HarnessCell Cell { get; } = cell;

    public List<HarnessReading> Ours { get; } = [];

    public List<HarnessReading> Theirs { get; } = [];

    /// <summary>Ours over theirs, of processor time per request.</summary>
    public Estimate ProcessorRatio => Over((ours, theirs) => ours.ProcessorMicroseconds / theirs.ProcessorMicroseconds);

    /// <summary>Ours less theirs, of processor time per request, in microseconds.</summary>
    public Estimate ExtraMicroseconds => Over((ours, theirs) => ours.ProcessorMicroseconds - theirs.ProcessorMicroseconds);

    /// <summary>Ours over theirs, of requests per second.</summary>
    public Estimate ThroughputRatio => Over((ours, theirs) => ours.RequestsPerSecond / theirs.RequestsPerSecond);

    /// <summary>Measures both sides once, one right after the other.</summary>
    public async Task MeasureAsync(bool oursFirst, CancellationToken cancellationToken)
    {
        if (oursFirst)
        {
            Ours.Add(await Cell.ThroughRunnerAsync(cancellationToken));
        }

        Theirs.Add(await Cell.ByLoopAsync(cancellationToken));
        if (!oursFirst)
        {
            Ours.Add(await Cell.ThroughRunnerAsync(cancellationToken));
        }
    }

    /// <summary>Forgets what was measured so far: it was the warm-up.</summary>
    public void Forget()
    {
        Ours.Clear();
        Theirs.Clear();
    }

    private Estimate Over(Func<HarnessReading, HarnessReading, double> figure) => Estimate.Of(Ours.Zip(Theirs, figure));
}
