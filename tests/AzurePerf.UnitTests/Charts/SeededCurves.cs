using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Measurements;

namespace AzurePerf.UnitTests.Charts;

/// <summary>Curves of made-up operations, the same for the same seed.</summary>
internal static class SeededCurves
{
    /// <summary>Operations of a point that are spread over its time.</summary>
    /// <param name="seed">Of latencies.</param>
    /// <param name="operations">Successful ones.</param>
    /// <param name="seconds">How long it takes.</param>
    /// <param name="failures">Failed ones, spread likewise.</param>
    public static IReadOnlyList<Sample> Samples(int seed, int operations, double seconds, int failures = 0)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, operations + failures).Select(number =>
        {
            var end = (long)((number + 1) * seconds * 1e9 / (operations + failures));
            var latency = (long)(2e6 * Math.Exp(random.NextDouble()));
            var failed = failures > 0 && number % ((operations + failures) / failures) == 0;
            return new Sample(0, end - latency, end - latency, end, 0, failed ? OperationOutcome.Throttled : OperationOutcome.Ok, 1);
        })];
    }

    public static PointCurves Point(IReadOnlyList<Sample> samples, params WorkerRate[] workers)
    {
        var histogram = new LatencyHistogram();
        foreach (var sample in samples.Where(sample => sample.Outcome == OperationOutcome.Ok))
        {
            histogram.Record(sample.EndNanoseconds - sample.StartNanoseconds);
        }

        var cut = CurveCut.OfSamples(samples, fromIntended: false);
        return new()
        {
            Latencies = LatencyHistogramText.Write(histogram),
            WidthExponent = cut.WidthExponent,
            Intervals = cut.WithErrors(samples),
            ErrorsWithoutTime = 0,
            Workers = workers,
        };
    }

    public static LevelCurves Level(JsonObject levels, params IEnumerable<PointCurves> repetitions)
    {
        var merge = new CurveMerge(levels);
        foreach (var repetition in repetitions)
        {
            merge.Add(repetition, neverStarted: 0);
        }

        return merge.ToCurves()!;
    }
}
