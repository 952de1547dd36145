namespace AzurePerf.Core.Reports;

/// <summary>How long a run took: from its begin, which may be long after its submission, to its end. Lists, pages, reports and command line
/// all call this "duration".</summary>
public static class RunDuration
{
    /// <summary>
    /// The duration up to the end, or up to now while the run is open; null for one that has not begun. Older builds did not note when a
    /// run began, and one that was cancelled while it waited never did: of these it is the time since the submission.
    /// </summary>
    public static TimeSpan? Of(DateTimeOffset submitted, DateTimeOffset? started, DateTimeOffset? ended, DateTimeOffset now) =>
        ended is null && started is null ? null : (ended ?? now) - (started ?? submitted);
}
