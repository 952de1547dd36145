namespace AzurePerf.Core.Targets;

/// <summary>How many requests went to a target and what became of them; the rest is under way.</summary>
/// <param name="Sent">All of them.</param>
/// <param name="Answered">Those with an answer, whichever.</param>
/// <param name="Failed">Those that ended without one.</param>
public readonly record struct RequestCounts(long Sent, long Answered, long Failed)
{
    public static RequestCounts operator +(RequestCounts one, RequestCounts other) => new(one.Sent + other.Sent, one.Answered + other.Answered, one.Failed + other.Failed);
}
