using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>The readings of one cell on both sides, pair by pair.</summary>
/// <param name="name">Of what is requested, and where.</param>
/// <param name="cell">The cell.</param>
/// <param name="slices">Parts into which each reading is cut; those of both sides alternate, so that a machine that changes its pace changes it for both.</param>
internal sealed class HarnessPairing(string name, IHarnessCell cell, int slices)
{
    public string Name { get; } = name;

    public IHarnessCell Cell { get; } = cell;

    public List<HarnessReading> Ours { get; } = [];

    public List<HarnessReading> Theirs { get; } = [];

    /// <summary>Ours over theirs, of processor time per request.</summary>
    public Estimate ProcessorRatio => Over((ours, theirs) => ours.ProcessorMicroseconds / theirs.ProcessorMicroseconds);

    /// <summary>Ours less theirs, of processor time per request, in microseconds.</summary>
    public Estimate ExtraMicroseconds => Over((ours, theirs) => ours.ProcessorMicroseconds - theirs.ProcessorMicroseconds);

    /// <summary>Ours over theirs, of requests per second.</summary>
    public Estimate ThroughputRatio => Over((ours, theirs) => ours.RequestsPerSecond / theirs.RequestsPerSecond);

    /// <summary>Measures both sides once.</summary>
    public async Task MeasureAsync(bool oursFirst, CancellationToken cancellationToken)
    {
        var (ours, theirs) = (new HarnessReading(0, 0, 0), new HarnessReading(0, 0, 0));
        for (var slice = 0; slice < slices; slice++)
        {
            if (oursFirst)
            {
                ours += await Cell.ThroughRunnerAsync(cancellationToken);
            }

            theirs += await Cell.ByLoopAsync(cancellationToken);
            if (!oursFirst)
            {
                ours += await Cell.ThroughRunnerAsync(cancellationToken);
            }
        }

        Ours.Add(ours);
        Theirs.Add(theirs);
    }

    /// <summary>Forgets what was measured so far: it was the warm-up.</summary>
    public void Forget()
    {
        Ours.Clear();
        Theirs.Clear();
    }

    private Estimate Over(Func<HarnessReading, HarnessReading, double> figure) => Estimate.Of(Ours.Zip(Theirs, figure));
}
