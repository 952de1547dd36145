namespace AzurePerf.Core.Runs;

/// <summary>What was added to a run after its submission.</summary>
/// <param name="Version">Counts the changes; 0 when nothing was.</param>
/// <param name="All">In order.</param>
public sealed record RunNotes(int Version, IReadOnlyList<RunNote> All)
{
    public static RunNotes None { get; } = new(0, []);
}

/// <summary>What somebody wrote about a run after it was submitted. It is never changed.</summary>
/// <param name="At">When.</param>
/// <param name="By">Who.</param>
/// <param name="Text">What.</param>
public sealed record RunNote(DateTimeOffset At, string By, string Text)
{
    /// <summary>The longest text, in characters.</summary>
    public const int TextLength = 2_000;

    /// <summary>The most of one run.</summary>
    public const int Most = 100;
}
