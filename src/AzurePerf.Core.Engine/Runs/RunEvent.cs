namespace AzurePerf.Core.Runs;

/// <summary>One thing that happened to a run, in order.</summary>
/// <param name="Sequence">From 1.</param>
/// <param name="At">When the TaskManager noted it.</param>
/// <param name="Message">One sentence for people.</param>
public sealed record RunEvent(int Sequence, DateTimeOffset At, string Message)
{
    /// <summary>The sentence that is noted when a run has ended, after its header says so: only what became of mails follows
    /// it.</summary>
    public static string Ending(RunStatus status, string reason)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return reason.Length == 0 ? $"{status}" : $"{status}: {reason}";
    }

    /// <summary>True for the sentence that ends a run with this status.</summary>
    public bool Ends(RunStatus status) =>
        status.IsTerminal() && (Message == $"{status}" || Message.StartsWith($"{status}: ", StringComparison.Ordinal));
}
