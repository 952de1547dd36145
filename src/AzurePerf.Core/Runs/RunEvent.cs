namespace AzurePerf.Core.Runs;

/// <summary>One thing that happened to a run, in order.</summary>
/// <param name="Sequence">From 1.</param>
/// <param name="At">When the TaskManager noted it.</param>
/// <param name="Message">One sentence for people.</param>
public sealed record RunEvent(int Sequence, DateTimeOffset At, string Message);
