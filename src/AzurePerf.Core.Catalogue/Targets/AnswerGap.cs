namespace AzurePerf.Core.Targets;

/// <summary>Finds for how long a target has not answered, from readings of the counts of its requests that follow each other.</summary>
public sealed class AnswerGap
{
    private RequestCounts _before;
    private TimeSpan? _since;

    /// <param name="now">The counts of a reading.</param>
    /// <param name="at">When, by any monotonic clock.</param>
    /// <returns>Since when requests are under way, or fail, without a single answer; zero while there are answers or nothing is
    /// asked.</returns>
    public TimeSpan Read(RequestCounts now, TimeSpan at)
    {
        var isUnderWay = now.Sent > now.Answered + now.Failed;
        if (now.Answered != _before.Answered)
        {
            _since = isUnderWay ? at : null;
        }
        else if (isUnderWay || now.Failed != _before.Failed)
        {
            _since ??= at;
        }

        _before = now;
        return _since is { } since ? at - since : TimeSpan.Zero;
    }
}

/// <summary>How many requests went to a target and what became of them; the rest is under way.</summary>
/// <param name="Sent">All of them.</param>
/// <param name="Answered">Those with an answer, whichever.</param>
/// <param name="Failed">Those that ended without one.</param>
public readonly record struct RequestCounts(long Sent, long Answered, long Failed)
{
    public static RequestCounts operator +(RequestCounts one, RequestCounts other) =>
        new(one.Sent + other.Sent, one.Answered + other.Answered, one.Failed + other.Failed);
}
