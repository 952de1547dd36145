namespace AzurePerf.Core.Workers;

/// <summary>How long a worker hides a message that it may not take, one of a run of another build say, from all workers of its
/// pool.</summary>
/// <remarks>
/// Every time for another length. With one length, a multiple of the pause between looks as likely as not, the message would come back each
/// time just before this worker looks, and those who may take it would never look first. The parts that are added are multiples of the
/// golden ratio without their whole: they divide the pause evenly, however many they are (L. Kuipers and H. Niederreiter, Uniform
/// Distribution of Sequences, 1974).
/// </remarks>
/// <param name="shortest">The shortest time.</param>
/// <param name="pause">The longest pause between two looks of a worker: so much longer it is at most.</param>
public sealed class PassedMessages(TimeSpan shortest, TimeSpan pause)
{
    private static readonly double GoldenRatio = (1 + Math.Sqrt(5)) / 2;

    private int _passed;

    /// <summary>For the next message that is passed on.</summary>
    public TimeSpan NextHiding() => shortest + (pause * (Interlocked.Increment(ref _passed) * GoldenRatio % 1));
}
