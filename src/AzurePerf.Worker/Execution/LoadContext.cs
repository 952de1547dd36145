using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>What everything in one execution of a point shares.</summary>
/// <param name="Clock">The clock of the execution.</param>
/// <param name="Time">Where pauses and the watchdog get their timers.</param>
/// <param name="Classifier">Turns exceptions into outcomes.</param>
/// <param name="Mutates">Whether an operation changes the target.</param>
/// <param name="Stop">Cancelled when the execution is to end early.</param>
internal sealed record LoadContext(
    MeasurementClock Clock, TimeProvider Time, IOutcomeClassifier Classifier, bool Mutates, CancellationToken Stop)
{
    /// <summary>The probe, where it declares types of operation; else null.</summary>
    public IProbeSetup? Typed { get; init; }

    /// <summary>Samples kept of the whole point at most.</summary>
    public required int MostSamples { get; init; }
}
