namespace AzurePerf.Worker.Execution;

/// <summary>
/// Keeps a client whose operations fail at once from burning the machine that others are measured on. A single failure changes nothing: the
/// loop stays closed. From the second failure in a row on, the next operation starts no sooner than 1, 2, 4 ... 100 ms after the start of
/// the one that failed, so one that took that long to fail is followed at once. The pause is harness time, never latency.
/// </summary>
internal static class FailurePacing
{
    /// <summary>Failures in a row after which a client gives up; in a closed loop at least 99 s of nothing but failures.</summary>
    public const int GiveUpAfter = 1_000;

    private const long FirstNanoseconds = 1_000_000;
    private const long LongestNanoseconds = 100_000_000;
    private const int Doublings = 7;

    /// <summary>How long to wait after a failure.</summary>
    /// <param name="failuresInARow">This one included.</param>
    /// <param name="durationNanoseconds">How long it took to fail.</param>
    /// <param name="anyway">How long it waits after each operation.</param>
    public static TimeSpan PauseAfter(int failuresInARow, long durationNanoseconds, TimeSpan anyway = default)
    {
        if (failuresInARow < 2)
        {
            return anyway;
        }

        var distance = Math.Min(FirstNanoseconds << Math.Min(failuresInARow - 2, Doublings), LongestNanoseconds);
        var pause = TimeSpan.FromTicks(Math.Max(0, distance - durationNanoseconds) / TimeSpan.NanosecondsPerTick);
        return pause > anyway ? pause : anyway;
    }

    /// <summary>Waits for at least so long, in whole milliseconds; ends at once, and without an exception, when the execution is to
    /// stop.</summary>
    public static async Task WaitAsync(TimeSpan pause, TimeProvider time, CancellationToken stop)
    {
        try
        {
            // Timers count whole milliseconds, and leave out what is below.
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(pause.TotalMilliseconds)), time, stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The loop that waits looks at the token next.
        }
    }
}
