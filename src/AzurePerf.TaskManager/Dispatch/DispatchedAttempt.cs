using AzurePerf.Core.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process saw of one attempt at a task.</summary>
/// <param name="attempt">The attempt.</param>
internal sealed class DispatchedAttempt(int attempt)
{
    public int Attempt { get; } = attempt;

    /// <summary>Time stamp of the message that this process put, and for how long it stays hidden from then on; null when it put none.</summary>
    public (long At, TimeSpan Delay)? Message { get; set; }

    /// <summary>The order to stop that was seen for it; null when none was.</summary>
    public StopCommand? Stop { get; set; }

    /// <summary>Time stamp of the first time it was seen running; null before.</summary>
    public long? RunningSince { get; set; }
}
