namespace AzurePerf.Worker.Execution;

/// <summary>
/// An instant at which clients are let go: sleeps until shortly before it, because a timer comes late, and spins for the rest, because
/// others start by the same instant.
/// </summary>
/// <param name="atNanoseconds">On the clock of the execution.</param>
/// <param name="clock">That clock.</param>
/// <param name="time">Where the sleep gets its timer.</param>
internal sealed class StartInstant(long atNanoseconds, MeasurementClock clock, TimeProvider time)
{
    private const long NanosecondsPerMillisecond = 1_000_000;

    // Time that somebody else moves does not pass while a thread is busy, and needs no spinning: its timers are exact.
    private readonly long _spinNanoseconds = ReferenceEquals(time, TimeProvider.System) ? 2 * NanosecondsPerMillisecond : 0;

    /// <summary>Returns shortly before the instant, or when stopped.</summary>
    public async Task ApproachAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested && atNanoseconds - _spinNanoseconds - clock.Nanoseconds() is > 0 and var left)
        {
            // Whole milliseconds, because that is what timers count; at least one, or it would spin here.
            var sleep = TimeSpan.FromMilliseconds(Math.Max(1, left / NanosecondsPerMillisecond));
            await Task.Delay(sleep, time, stop)
                .ConfigureAwait(ConfigureAwaitOptions.ContinueOnCapturedContext | ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Returns at the instant, or when stopped; keeps its processor busy until then.</summary>
    public void Spin(CancellationToken stop)
    {
        while (clock.Nanoseconds() < atNanoseconds && !stop.IsCancellationRequested)
        {
            Thread.SpinWait(20);
        }
    }
}
