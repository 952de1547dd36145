namespace AzurePerf.Core.Workers;

/// <summary>How many workers a pool may have, and how much each of them does at once.</summary>
/// <param name="Min">Workers that run even when there is nothing to do, 0 or more.</param>
/// <param name="Max">Workers that run at most, at least 1 and at least <paramref name="Min"/>.</param>
/// <param name="Slots">Tasks that one worker executes at once, 1 or more.</param>
public sealed record ScaleLimits(int Min, int Max, int Slots)
{
    /// <summary>True when the number of messages changes nothing.</summary>
    public bool Fixed => Min == Max;

    /// <summary>As many workers as have enough slots for all messages, those of running tasks included, within the limits.</summary>
    /// <param name="messages">Messages of the pool's queue, hidden ones included: a message stays until its task has ended.</param>
    public int WorkersFor(int messages) => (int)Math.Clamp((messages + (long)Slots - 1) / Slots, Min, Max);
}
