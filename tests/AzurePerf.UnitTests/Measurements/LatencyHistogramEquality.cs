using AzurePerf.Core.Measurements;

namespace AzurePerf.UnitTests.Measurements;

/// <summary>Compares everything two histograms say about themselves.</summary>
internal static class LatencyHistogramEquality
{
    /// <summary>The names of the figures in which both differ; empty when they are equal.</summary>
    public static IReadOnlyList<string> Differences(LatencyHistogram expected, LatencyHistogram actual)
    {
        (string Name, bool Equal)[] figures =
        [
            ("count", expected.Count == actual.Count),
            ("overflow", expected.OverflowCount == actual.OverflowCount),
            ("minimum", expected.MinimumNanoseconds == actual.MinimumNanoseconds),
            ("maximum", expected.MaximumNanoseconds == actual.MaximumNanoseconds),
            ("sum", expected.SumNanoseconds == actual.SumNanoseconds),
            ("sum of squares", expected.SumOfSquaresNanoseconds == actual.SumOfSquaresNanoseconds),
            ("standard deviation", expected.StandardDeviationNanoseconds == actual.StandardDeviationNanoseconds),
            ("buckets", expected.RecordedBuckets().SequenceEqual(actual.RecordedBuckets())),
        ];
        return [.. figures.Where(figure => !figure.Equal).Select(figure => figure.Name)];
    }
}
