using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Results;

/// <summary>Why repetitions do not count, in words.</summary>
public static class LeftOutText
{
    /// <summary>"2 limited by the measuring machine, 1 overloaded"; empty where all count.</summary>
    public static string Reasons(LeftOutRepetitions leftOut)
    {
        ArgumentNullException.ThrowIfNull(leftOut);
        (int Count, string Words)[] reasons =
        [
            (leftOut.Incomplete, "not measured to their end"), (leftOut.GeneratorBound, "limited by the measuring machine"),
            (leftOut.Overloaded, "overloaded"), (leftOut.DroppedStarts, "with dropped starts"),
            (leftOut.TooFewOperations, "too few operations"),
            (leftOut.CacheSuspect, "answered by a cache, perhaps"), (leftOut.NoValue, "without this value"),
        ];
        return string.Join(
            ", ", reasons.Where(reason => reason.Count > 0).Select(reason => $"{NumberFormat.Count(reason.Count)} {reason.Words}"));
    }
}
