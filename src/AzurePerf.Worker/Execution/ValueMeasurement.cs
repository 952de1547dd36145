using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>One execution of a probe without operations: the common start and the watch over the generator are those of any
/// point.</summary>
/// <param name="probe">What measures.</param>
/// <param name="context">What the execution shares.</param>
internal sealed class ValueMeasurement(IValueProbe probe, LoadContext context)
{
    private bool _stopped;

    /// <summary>When it began to measure, on the clock of the execution.</summary>
    public long OpenedNanoseconds { get; private set; }

    /// <summary>How long that took.</summary>
    public long MeasuredNanoseconds { get; private set; }

    /// <summary>Measures, and returns what the process did meanwhile.</summary>
    /// <param name="progress">Told of each phase.</param>
    /// <param name="barrier">Where a common start is agreed; null to start at once.</param>
    /// <param name="window">Watches the process meanwhile.</param>
    public async Task<MeasurementEnvironment> RunAsync(RunnerProgress progress, IStartBarrier? barrier, IWatchedWindow window)
    {
        window.Calibrate();
        var start = barrier is null
            ? null
            : new StartInstant(await barrier.AgreeOnStartAsync(context.Clock, context.Stop), context.Clock, context.Time);
        window.Collect();
        if (start is not null)
        {
            await start.ApproachAsync(context.Stop);
        }

        window.Open();
        progress.Enter(RunnerPhase.Measuring, []);
        start?.Spin(context.Stop);
        OpenedNanoseconds = context.Clock.Nanoseconds();
        try
        {
            await probe.MeasureAsync(context.Stop);
        }
        catch (OperationCanceledException) when (context.Stop.IsCancellationRequested)
        {
            // What it observed until then counts.
        }

        // Also of a probe that ends without a word when it is told to stop.
        _stopped = context.Stop.IsCancellationRequested;
        MeasuredNanoseconds = context.Clock.Nanoseconds() - OpenedNanoseconds;
        progress.Enter(RunnerPhase.Ended, []);
        return window.Close();
    }

    /// <summary>What was observed.</summary>
    /// <param name="setUpNanoseconds">Making the point's own data.</param>
    /// <param name="environment">Where, and under which circumstances.</param>
    /// <param name="failuresAfterwards">What failed of what had to follow.</param>
    public PointObservation Read(
        long setUpNanoseconds, MeasurementEnvironment environment, IReadOnlyList<FollowUpFailure> failuresAfterwards)
    {
        var common = MeasurementCollector.Common(probe, setUpNanoseconds, environment);
        return common with
        {
            MeasuredNanoseconds = MeasuredNanoseconds,
            Stopped = _stopped,
            ProbeNotes = [.. common.ProbeNotes,
                .. failuresAfterwards.Take(1).Select(failure => $"what had to follow failed: {FailureText.Of(failure.Cause)}")],
        };
    }
}
