namespace AzurePerf.Core.Runs;

/// <summary>What was added to a run after its submission.</summary>
/// <param name="Version">Counts the changes; 0 when nothing was.</param>
/// <param name="All">In order.</param>
public sealed record RunNotes(int Version, IReadOnlyList<RunNote> All)
{
    public static RunNotes None { get; } = new(0, []);
}
